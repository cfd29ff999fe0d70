#include "core/nn/cells/cell_program.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_atoms.h"

#include <algorithm>
#include <map>

namespace core {
namespace {

using Atom = CellAtoms::Atom;

/// Where the values lie and what computes them.
class ForwardCompiler {
public:
    ForwardCompiler(CellAtoms& atoms, CellProgram& program) : m_atoms(atoms), m_program(program) { }

    void run()
    {
        placeInputs();
        placeProducts();
        for (size_t i = 0; i < m_atoms.size(); ++i)
            place(m_atoms[i]);
        m_program.forward.resize(static_cast<size_t>(m_atoms.stages()));
        emitProducts();
        for (size_t i = 0; i < m_atoms.size(); ++i)
            if (m_atoms[i].alive)
                emit(m_atoms[i]);
        m_program.keptColumns = m_kept * width() + m_inverses;
        // They lie behind all blocks.
        for (CellProgram::Stage& stage : m_program.forward)
            for (RowInstruction& each : stage.rows)
                if (each.operation == RowOperation::Normalise)
                    each.b.column += m_kept * width();
        for (Atom& atom : m_atoms.all())
            atom.inverse.column += m_kept * width();
    }

private:
    int64_t width() const { return m_program.sizes.hidden; }
    RowOperand newKept(int64_t blocks = 1)
    {
        m_kept += blocks;
        return {kKeptArray, (m_kept - blocks) * width()};
    }

    int64_t newVector(std::vector<CellVectorBlock> sum)
    {
        m_program.vectors.push_back(std::move(sum));
        return (static_cast<int64_t>(m_program.vectors.size()) - 1) * width();
    }

    void placeInputs()
    {
        const CellGraph& graph = m_atoms.graph();
        for (size_t n = 0; n < graph.nodes().size(); ++n) {
            const CellNode& node = graph.nodes()[n];
            if (!m_atoms.multipliesInput(node))
                continue;
            m_program.inputParameters.push_back({static_cast<size_t>(node.parameter), node.blocks});
            for (int block = 0; block < node.blocks; ++block) {
                const RowOperand column = newKept();
                newVector({});
                if (Atom* atom = m_atoms.find(static_cast<int>(n), block))
                    atom->place = column;
            }
        }
        m_program.inputBlocks = m_kept;
    }

    std::vector<CellVectorBlock> vectorsOf(const Atom& sum) const
    {
        std::vector<CellVectorBlock> all;
        for (const int term : sum.operands)
            if (m_atoms[term].operation == CellOperation::Parameter)
                all.push_back(m_atoms.vectorBlock(m_atoms[term]));
        return all;
    }

    RowOperand placeOfResult(const Atom& atom)
    {
        return atom.next == 0 ? RowOperand{kOutputArray, 0} : newKept();
    }

    /// Products go into the sums that they are terms of.
    void placeProducts()
    {
        for (Atom& sum : m_atoms.all()) {
            const int base = m_atoms.inputTerm(sum);
            if (base < 0)
                continue;
            sum.place = m_atoms[base].place;
            m_program.vectors[static_cast<size_t>(sum.place.column / width())] = vectorsOf(sum);
        }
        for (Atom* product : m_atoms.products()) {
            const int place = m_atoms.soleSum(*product);
            if (place < 0) {
                product->place = placeOfResult(*product);
                continue;
            }
            Atom& sum = m_atoms[place];
            if (sum.place.array >= 0) {
                product->onto = CellProduct::Onto::Result;
            } else {
                sum.place = placeOfResult(sum);
                if (const auto vectors = vectorsOf(sum); !vectors.empty()) {
                    product->onto = CellProduct::Onto::Vector;
                    product->vector = newVector(vectors);
                }
            }
            product->place = sum.place;
        }
    }

    void place(Atom& atom)
    {
        if (atom.place.array >= 0 || !atom.alive)
            return;
        switch (atom.operation) {
        case CellOperation::State:
            atom.place
                = {kStateArrays + m_atoms.graph().nodes()[static_cast<size_t>(atom.node)].state};
            return;
        case CellOperation::Input:
            atom.place = {kInputArray};
            return;
        case CellOperation::Parameter:
            if (m_atoms.usedByItself(atom))
                atom.place = {kVectorArray, newVector({m_atoms.vectorBlock(atom)})};
            return;
        case CellOperation::Normalise:
            return placeNormalised(atom);
        default:
            break;
        }
        if (atom.next >= 0) {
            atom.place = placeOfResult(atom);
            return;
        }
        const Atom* operand = atom.operands.size() == 1 ? &m_atoms[atom.operands[0]] : nullptr;
        if (operand != nullptr && canTakePlaceOf(*operand))
            atom.place = operand->place;
        else if (atom.needed || atom.lastUse > atom.stage)
            atom.place = newKept();
        else
            atom.place = {kScratchArray, m_scratch++ * width()};
        m_program.scratchColumns = std::max(m_program.scratchColumns, m_scratch * width());
    }

    static bool canTakePlaceOf(const Atom& operand)
    {
        return operand.place.array == kKeptArray && operand.consumers == 1 && operand.next < 0
            && !operand.needed;
    }

    void placeNormalised(Atom& atom)
    {
        if (atom.block > 0) {
            const Atom& owner = m_atoms[atom.operands[0]];
            atom.place = {owner.place.array, owner.place.column + atom.block * width()};
            atom.inverse = owner.inverse;
            return;
        }
        const auto& operands = atom.operands;
        const bool inPlace = std::all_of(operands.begin(), operands.end(),
                                         [&](int each) { return canTakePlaceOf(m_atoms[each]); });
        atom.place
            = inPlace ? m_atoms[operands[0]].place : newKept(static_cast<int64_t>(operands.size()));
        atom.inverse = {kKeptArray, m_inverses++};
    }

    void emitProducts()
    {
        const Atom* before = nullptr;
        for (const Atom* product : m_atoms.products()) {
            auto& stage = m_program.forward[static_cast<size_t>(product->stage)].products;
            const int64_t h = width();
            if (before != nullptr && before->node == product->node
                && before->block + 1 == product->block && before->onto == product->onto
                && before->place.array == product->place.array
                && before->place.column + h == product->place.column
                && (product->onto != CellProduct::Onto::Vector
                    || before->vector + h == product->vector)) {
                ++stage.back().blocks;
            } else {
                const CellNode& node = m_atoms.graph().nodes()[static_cast<size_t>(product->node)];
                stage.push_back({.parameter = static_cast<size_t>(node.parameter),
                                 .firstBlock = product->block,
                                 .blocks = 1,
                                 .from = m_atoms[product->operands[0]].place,
                                 .to = product->place,
                                 .onto = product->onto,
                                 .vector = product->vector});
            }
            before = product;
        }
    }

    void add(const Atom& atom, RowInstruction instruction)
    {
        instruction.count = instruction.count > 0 ? instruction.count : width();
        instruction.to = atom.place;
        m_program.forward[static_cast<size_t>(atom.stage)].rows.push_back(instruction);
    }

    void emit(const Atom& atom)
    {
        const auto operand = [&](size_t i) { return m_atoms[atom.operands[i]].place; };
        switch (atom.operation) {
        case CellOperation::Add:
            return emitSum(atom);
        case CellOperation::Multiply:
            return add(atom,
                       {.operation = RowOperation::Multiply, .a = operand(0), .b = operand(1)});
        case CellOperation::OneMinus:
            return add(atom, {.operation = RowOperation::OneMinus, .a = operand(0)});
        case CellOperation::Sigmoid:
            return add(atom, {.operation = RowOperation::Sigmoid, .a = operand(0)});
        case CellOperation::Tanh:
            return add(atom, {.operation = RowOperation::Tanh, .a = operand(0)});
        case CellOperation::Relu:
            return add(atom, {.operation = RowOperation::Relu, .a = operand(0)});
        case CellOperation::Normalise:
            if (atom.block == 0)
                add(atom,
                    {.operation = RowOperation::Normalise,
                     .count = static_cast<int64_t>(atom.operands.size()) * width(),
                     .a = operand(0),
                     .b = atom.inverse});
            return;
        default:
            return;
        }
    }

    void emitSum(const Atom& sum)
    {
        if (sum.blend.share >= 0)
            return add(sum,
                       {.operation = RowOperation::Blend,
                        .a = m_atoms[sum.blend.share].place,
                        .b = m_atoms[sum.blend.with].place,
                        .c = m_atoms[sum.blend.rest].place});
        std::vector<const Atom*> values, products; // products of two values, which are not stored
        bool begun = false;
        for (const int term : sum.operands) {
            const Atom& each = m_atoms[term];
            if (m_atoms.isInSum(each, sum))
                begun = true;
            else
                (each.alive ? values : products).push_back(&each);
        }
        if (begun) // Its vectors are in the products.
            std::erase_if(values, [](const Atom* each) {
                return each->operation == CellOperation::Parameter;
            });
        RowOperand so = sum.place;
        const auto factor
            = [&](const Atom* product, size_t i) { return m_atoms[product->operands[i]].place; };
        if (!begun && !values.empty()) {
            so = values.front()->place;
            values.erase(values.begin());
        } else if (!begun) {
            add(sum,
                {.operation = RowOperation::TwoProducts,
                 .a = factor(products[0], 0),
                 .b = factor(products[0], 1),
                 .c = factor(products[1], 0),
                 .d = factor(products[1], 1)});
            products.erase(products.begin(), products.begin() + 2);
        }
        for (const Atom* value : values) {
            add(sum, {.operation = RowOperation::Add, .a = so, .b = value->place});
            so = sum.place;
        }
        for (const Atom* product : products) {
            add(sum,
                {.operation = RowOperation::MultiplyAdd,
                 .a = so,
                 .b = factor(product, 0),
                 .c = factor(product, 1)});
            so = sum.place;
        }
    }

    CellAtoms& m_atoms;
    CellProgram& m_program;
    int64_t m_kept = 0, m_scratch = 0; ///< Blocks.
    int64_t m_inverses = 0;
};

/// The same in reverse: where gradients lie, and what adds to them.
class GradientCompiler {
public:
    GradientCompiler(CellAtoms& atoms, CellProgram& program)
        : m_atoms(atoms), m_program(program) { }

    void run()
    {
        // What the first attempt finds out: which gradients products are between.
        for (int attempt = 0; attempt < 2; ++attempt) {
            begin();
            for (int stage = m_atoms.stages() - 1; stage >= 0; --stage)
                runStage(stage);
            zeroUnused();
        }
        m_program.gradientColumns = m_gradient * width();
        m_program.acrossColumns = m_across * width();
        m_program.scratchColumns = std::max(m_program.scratchColumns, m_scratch * width());
    }

private:
    int64_t width() const { return m_program.sizes.hidden; }

    void begin()
    {
        m_program.backward.assign(static_cast<size_t>(m_atoms.stages()), {});
        m_program.vectorGradients.clear();
        m_gradient = m_program.inputBlocks;
        m_across = m_scratch = 0;
        reserveForProducts();
        for (size_t i = m_atoms.size(); i-- > 0;) {
            Atom& atom = m_atoms[i];
            atom.started = false;
            atom.gradient = atom.alive ? gradientPlace(atom) : RowOperand{};
        }
        m_stage = m_atoms.stages() - 1;
        for (Atom& atom : m_atoms.all()) {
            if (atom.operation == CellOperation::State)
                atom.started = atom.gradient.array == kStateGradientArrays; // holds dL/dh of above
            if (atom.next == 0)
                atom.started = true;
            if (atom.next > 0)
                contribute(atom,
                           {.operation = RowOperation::GradientCopy,
                            .a = {kStateGradientArrays + atom.next}});
        }
    }

    RowOperand inGradients() { return {kGradientArray, m_gradient++ * width()}; }

    /// Blocks of a product lie side by side, and so do those of the sums that they are added to.
    void reserveForProducts()
    {
        m_reserved.clear();
        for (const Atom* product : m_atoms.products()) {
            const int sum = m_atoms.soleSum(*product);
            const Atom& given = sum >= 0 ? m_atoms[sum] : *product;
            if (given.next != 0 && m_atoms.inputTerm(given) < 0 && !m_reserved.contains(&given))
                m_reserved[&given] = inGradients();
        }
    }

    RowOperand gradientPlace(const Atom& atom)
    {
        if (const auto found = m_reserved.find(&atom); found != m_reserved.end())
            return found->second;
        switch (atom.operation) {
        case CellOperation::State:
            return {kStateGradientArrays
                    + m_atoms.graph().nodes()[static_cast<size_t>(atom.node)].state};
        case CellOperation::Parameter:
            return {};
        case CellOperation::Input:
        case CellOperation::InputProduct:
            if (atom.place.array == kKeptArray)
                return {kGradientArray, m_atoms.inputColumn(atom) * width()};
            return m_program.inputGradient = inGradients();
        case CellOperation::Normalise:
            return normalisedPlace(atom);
        default:
            break;
        }
        if (atom.next == 0)
            return {kOutputGradientArray, 0};
        if (const int sum = m_atoms.sumWithSameGradient(atom); sum >= 0)
            return m_atoms[sum].gradient;
        if (const int input = m_atoms.inputTerm(atom); input >= 0)
            return {kGradientArray, m_atoms.inputColumn(m_atoms[input]) * width()};
        if (m_atoms.needsGradientOfTokens(atom))
            return inGradients();
        return inRow(atom.crosses, 1);
    }

    RowOperand inRow(bool crosses, int64_t blocks)
    {
        int64_t& count = crosses ? m_across : m_scratch;
        count += blocks;
        return {crosses ? kAcrossArray : kScratchArray, (count - blocks) * width()};
    }

    /// All blocks of one normalisation lie side by side; the last, which comes first, makes room.
    RowOperand normalisedPlace(const Atom& atom)
    {
        const Atom& owner = atom.block == 0 ? atom : m_atoms[atom.operands[0]];
        const auto blocks = static_cast<int64_t>(owner.operands.size());
        if (atom.block == blocks - 1)
            m_normalised = inRow(owner.crosses, blocks);
        return {m_normalised.array, m_normalised.column + atom.block * width()};
    }

    void runStage(int stage)
    {
        m_stage = stage;
        for (size_t i = m_atoms.size(); i-- > 0;)
            if (m_atoms[i].alive && m_atoms[i].stage == stage)
                differentiate(m_atoms[i]);
        const auto& products = m_atoms.products();
        for (size_t i = 0; i < products.size();) {
            size_t end = i + 1;
            while (end < products.size() && products[end]->node == products[i]->node
                   && products[end]->gradient.array == products[i]->gradient.array
                   && products[end]->gradient.column
                       == products[end - 1]->gradient.column + width())
                ++end;
            if (products[i]->stage == stage)
                differentiateProduct(*products[i], static_cast<int64_t>(end - i));
            i = end;
        }
    }

    void differentiateProduct(const Atom& product, int64_t blocks)
    {
        const CellNode& node = m_atoms.graph().nodes()[static_cast<size_t>(product.node)];
        Atom& operand = m_atoms[product.operands[0]];
        if (operand.operation != CellOperation::State)
            operand.crosses = true;
        m_program.backward[static_cast<size_t>(m_stage)].products.push_back(
            {.parameter = static_cast<size_t>(node.parameter),
             .firstBlock = product.block,
             .blocks = blocks,
             .from = product.gradient,
             .to = operand.gradient,
             .into = operand.started ? RowInto::Add : RowInto::Overwrite,
             .value = operand.place});
        operand.started = true;
    }

    void contribute(Atom& atom, RowInstruction instruction)
    {
        instruction.to = atom.gradient;
        instruction.into = atom.started ? RowInto::Add : RowInto::Overwrite;
        instruction.count = instruction.count > 0 ? instruction.count : width();
        atom.started = true;
        if (atom.stage != m_stage) {
            Atom& owner = atom.operation == CellOperation::Normalise && atom.block > 0
                ? m_atoms[atom.operands[0]]
                : atom;
            owner.crosses = true;
        }
        m_program.backward[static_cast<size_t>(m_stage)].rows.push_back(instruction);
    }

    void differentiate(Atom& atom)
    {
        const RowOperand given = atom.gradient;
        const auto only = [&](RowOperation operation) {
            contribute(m_atoms[atom.operands[0]],
                       {.operation = operation, .a = given, .b = atom.place});
        };
        switch (atom.operation) {
        case CellOperation::Add:
            return differentiateSum(atom);
        case CellOperation::Multiply:
            return differentiateMultiply(atom, given);
        case CellOperation::OneMinus:
            return only(RowOperation::GradientOneMinus);
        case CellOperation::Sigmoid:
            return only(RowOperation::GradientSigmoid);
        case CellOperation::Tanh:
            return only(RowOperation::GradientTanh);
        case CellOperation::Relu:
            return only(RowOperation::GradientRelu);
        case CellOperation::Normalise:
            if (atom.block == 0)
                differentiateNormalise(atom);
            return;
        default:
            return;
        }
    }

    void differentiateSum(Atom& sum)
    {
        const RowOperand given = sum.gradient;
        if (sum.blend.share >= 0) {
            Atom &share = m_atoms[sum.blend.share], &with = m_atoms[sum.blend.with],
                 &rest = m_atoms[sum.blend.rest];
            contribute(share,
                       {.operation = RowOperation::GradientOfShare,
                        .a = given,
                        .b = with.place,
                        .c = rest.place});
            contribute(with,
                       {.operation = RowOperation::GradientMultiply, .a = given, .b = share.place});
            contribute(rest,
                       {.operation = RowOperation::GradientOfRest, .a = given, .b = share.place});
            return;
        }
        for (const int place : sum.operands) {
            Atom& term = m_atoms[place];
            if (term.operation == CellOperation::Parameter)
                m_program.vectorGradients.push_back({m_atoms.vectorBlock(term), given});
            else if (!term.alive)
                differentiateMultiply(term, given);
            else if (m_atoms.hasGradientOf(term, sum)) {
                term.started = true;
                sum.crosses = sum.crosses || term.stage != m_stage;
            } else
                contribute(term, {.operation = RowOperation::GradientCopy, .a = given});
        }
    }

    void differentiateMultiply(const Atom& product, RowOperand given)
    {
        for (const size_t i : {0, 1}) {
            Atom& factor = m_atoms[product.operands[i]];
            const RowOperand other = m_atoms[product.operands[1 - i]].place;
            if (factor.operation == CellOperation::Parameter)
                m_program.vectorGradients.push_back({m_atoms.vectorBlock(factor), given, other});
            else
                contribute(factor,
                           {.operation = RowOperation::GradientMultiply, .a = given, .b = other});
        }
    }

    void differentiateNormalise(const Atom& atom)
    {
        const auto blocks = static_cast<int64_t>(atom.operands.size());
        contribute(m_atoms[atom.operands[0]],
                   {.operation = RowOperation::GradientNormalise,
                    .count = blocks * width(),
                    .a = atom.gradient,
                    .b = atom.place,
                    .c = atom.inverse});
        for (const int operand : atom.operands)
            m_atoms[operand].started = true;
    }

    /// A state on which nothing depends has no gradient.
    void zeroUnused()
    {
        for (size_t state = 1; state < m_program.states; ++state) {
            const auto& all = m_atoms.all();
            const bool used = std::any_of(all.begin(), all.end(), [&](const Atom& each) {
                return each.operation == CellOperation::State && each.started
                    && each.gradient.array == kStateGradientArrays + static_cast<int>(state);
            });
            if (used)
                continue;
            if (m_zero < 0) {
                m_zero = static_cast<int64_t>(m_program.vectors.size()) * width();
                m_program.vectors.emplace_back();
            }
            m_program.backward.front().rows.push_back(
                {.operation = RowOperation::GradientCopy,
                 .count = width(),
                 .to = {kStateGradientArrays + static_cast<int>(state)},
                 .a = {kVectorArray, m_zero}});
        }
    }

    CellAtoms& m_atoms;
    CellProgram& m_program;
    int m_stage = 0;
    int64_t m_gradient = 0, m_across = 0, m_scratch = 0; ///< Blocks.
    int64_t m_zero = -1;
    RowOperand m_normalised{};
    std::map<const Atom*, RowOperand> m_reserved;
};

} // namespace

CellProgram compiledCell(const CellGraph& graph, const CellSizes& sizes)
{
    if (graph.states() > kMostCellStates || sizes.output != sizes.hidden)
        throw Error(ErrorCode::Internal,
                    {"The equations of the cell %1 cannot be compiled.", {graph.title()}});
    CellAtoms atoms(graph, sizes);
    CellProgram program;
    program.sizes = sizes;
    program.states = graph.states();
    ForwardCompiler(atoms, program).run();
    GradientCompiler(atoms, program).run();
    for (size_t state = 0; state < graph.states(); ++state)
        program.stateResults.push_back(atoms.find(graph.nextState(state), 0)->place);
    return program;
}

} // namespace core
