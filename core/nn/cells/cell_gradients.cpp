#include "core/nn/cells/cell_atoms.h"

#include <algorithm>
#include <map>

namespace core {
namespace {

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
            CellAtom& atom = m_atoms[i];
            atom.started = false;
            atom.gradient = atom.alive ? gradientPlace(atom) : RowOperand{};
        }
        m_stage = m_atoms.stages() - 1;
        for (CellAtom& atom : m_atoms.all()) {
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
        for (const CellAtom* product : m_atoms.products()) {
            const int sum = m_atoms.soleSum(*product);
            const CellAtom& given = sum >= 0 ? m_atoms[sum] : *product;
            if (given.next != 0 && m_atoms.inputTerm(given) < 0 && !m_reserved.contains(&given))
                m_reserved[&given] = inGradients();
        }
    }

    RowOperand gradientPlace(const CellAtom& atom)
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
    RowOperand normalisedPlace(const CellAtom& atom)
    {
        const CellAtom& owner = atom.block == 0 ? atom : m_atoms[atom.operands[0]];
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

    void differentiateProduct(const CellAtom& product, int64_t blocks)
    {
        const CellNode& node = m_atoms.graph().nodes()[static_cast<size_t>(product.node)];
        CellAtom& operand = m_atoms[product.operands[0]];
        if (operand.operation != CellOperation::State)
            operand.crosses = true;
        m_program.backward[static_cast<size_t>(m_stage)].products.push_back(
            {.matrix = {static_cast<size_t>(node.parameter), product.block * width(),
                        blocks * width(), width(), node.blocks * width()},
             .from = product.gradient,
             .to = operand.gradient,
             .into = operand.started ? RowInto::Add : RowInto::Overwrite,
             .value = operand.place});
        operand.started = true;
    }

    void contribute(CellAtom& atom, RowInstruction instruction)
    {
        instruction.to = atom.gradient;
        instruction.into = atom.started ? RowInto::Add : RowInto::Overwrite;
        instruction.count = instruction.count > 0 ? instruction.count : width();
        atom.started = true;
        if (atom.stage != m_stage) {
            CellAtom& owner = atom.operation == CellOperation::Normalise && atom.block > 0
                ? m_atoms[atom.operands[0]]
                : atom;
            owner.crosses = true;
        }
        m_program.backward[static_cast<size_t>(m_stage)].rows.push_back(instruction);
    }

    void differentiate(CellAtom& atom)
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

    void differentiateSum(CellAtom& sum)
    {
        const RowOperand given = sum.gradient;
        if (sum.blend.share >= 0) {
            CellAtom &share = m_atoms[sum.blend.share], &with = m_atoms[sum.blend.with],
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
            CellAtom& term = m_atoms[place];
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

    void differentiateMultiply(const CellAtom& product, RowOperand given)
    {
        for (const size_t i : {0, 1}) {
            CellAtom& factor = m_atoms[product.operands[i]];
            const RowOperand other = m_atoms[product.operands[1 - i]].place;
            if (factor.operation == CellOperation::Parameter)
                m_program.vectorGradients.push_back({m_atoms.vectorBlock(factor), given, other});
            else
                contribute(factor,
                           {.operation = RowOperation::GradientMultiply, .a = given, .b = other});
        }
    }

    void differentiateNormalise(const CellAtom& atom)
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
            const bool used = std::any_of(all.begin(), all.end(), [&](const CellAtom& each) {
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
    std::map<const CellAtom*, RowOperand> m_reserved;
};

} // namespace

void compileGradients(CellAtoms& atoms, CellProgram& program)
{
    GradientCompiler(atoms, program).run();
}

} // namespace core
