#include "core/nn/cells/cell_atoms.h"

#include <algorithm>

namespace core {
namespace {

/// Where the values lie and what computes them.
class ValueCompiler {
public:
    ValueCompiler(CellAtoms& atoms, CellProgram& program) : m_atoms(atoms), m_program(program) { }

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
        for (CellAtom& atom : m_atoms.all())
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
                if (CellAtom* atom = m_atoms.find(static_cast<int>(n), block))
                    atom->place = column;
            }
        }
        m_program.inputBlocks = m_kept;
    }

    std::vector<CellVectorBlock> vectorsOf(const CellAtom& sum) const
    {
        std::vector<CellVectorBlock> all;
        for (const int term : sum.operands)
            if (m_atoms[term].operation == CellOperation::Parameter)
                all.push_back(m_atoms.vectorBlock(m_atoms[term]));
        return all;
    }

    RowOperand placeOfResult(const CellAtom& atom)
    {
        return atom.next == 0 ? RowOperand{kOutputArray, 0} : newKept();
    }

    /// Products go into the sums that they are terms of.
    void placeProducts()
    {
        for (CellAtom& sum : m_atoms.all()) {
            const int base = m_atoms.inputTerm(sum);
            if (base < 0)
                continue;
            sum.place = m_atoms[base].place;
            m_program.vectors[static_cast<size_t>(sum.place.column / width())] = vectorsOf(sum);
        }
        for (CellAtom* product : m_atoms.products()) {
            const int place = m_atoms.soleSum(*product);
            if (place < 0) {
                product->place = placeOfResult(*product);
                continue;
            }
            CellAtom& sum = m_atoms[place];
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

    void place(CellAtom& atom)
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
        const CellAtom* operand = atom.operands.size() == 1 ? &m_atoms[atom.operands[0]] : nullptr;
        if (operand != nullptr && canTakePlaceOf(*operand))
            atom.place = operand->place;
        else if (atom.needed || atom.lastUse > atom.stage)
            atom.place = newKept();
        else
            atom.place = {kScratchArray, m_scratch++ * width()};
        m_program.scratchColumns = std::max(m_program.scratchColumns, m_scratch * width());
    }

    static bool canTakePlaceOf(const CellAtom& operand)
    {
        return operand.place.array == kKeptArray && operand.consumers == 1 && operand.next < 0
            && !operand.needed;
    }

    void placeNormalised(CellAtom& atom)
    {
        if (atom.block > 0) {
            const CellAtom& owner = m_atoms[atom.operands[0]];
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
        const CellAtom* before = nullptr;
        for (const CellAtom* product : m_atoms.products()) {
            auto& stage = m_program.forward[static_cast<size_t>(product->stage)].products;
            const int64_t h = width();
            if (before != nullptr && before->node == product->node
                && before->block + 1 == product->block && before->onto == product->onto
                && before->place.array == product->place.array
                && before->place.column + h == product->place.column
                && (product->onto != CellProduct::Onto::Vector
                    || before->vector + h == product->vector)) {
                stage.back().matrix.count += h;
            } else {
                const CellNode& node = m_atoms.graph().nodes()[static_cast<size_t>(product->node)];
                stage.push_back({.matrix = {static_cast<size_t>(node.parameter), product->block * h,
                                            h, h, node.blocks * h},
                                 .from = m_atoms[product->operands[0]].place,
                                 .to = product->place,
                                 .onto = product->onto,
                                 .vector = product->vector});
            }
            before = product;
        }
    }

    void add(const CellAtom& atom, RowInstruction instruction)
    {
        instruction.count = instruction.count > 0 ? instruction.count : width();
        instruction.to = atom.place;
        m_program.forward[static_cast<size_t>(atom.stage)].rows.push_back(instruction);
    }

    void emit(const CellAtom& atom)
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

    void emitSum(const CellAtom& sum)
    {
        if (sum.blend.share >= 0)
            return add(sum,
                       {.operation = RowOperation::Blend,
                        .a = m_atoms[sum.blend.share].place,
                        .b = m_atoms[sum.blend.with].place,
                        .c = m_atoms[sum.blend.rest].place});
        std::vector<const CellAtom*> values,
            products; // products of two values, which are not stored
        bool begun = false;
        for (const int term : sum.operands) {
            const CellAtom& each = m_atoms[term];
            if (m_atoms.isInSum(each, sum))
                begun = true;
            else
                (each.alive ? values : products).push_back(&each);
        }
        if (begun) // Its vectors are in the products.
            std::erase_if(values, [](const CellAtom* each) {
                return each->operation == CellOperation::Parameter;
            });
        RowOperand so = sum.place;
        const auto factor = [&](const CellAtom* product, size_t i) {
            return m_atoms[product->operands[i]].place;
        };
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
        for (const CellAtom* value : values) {
            add(sum, {.operation = RowOperation::Add, .a = so, .b = value->place});
            so = sum.place;
        }
        for (const CellAtom* product : products) {
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

} // namespace

void compileValues(CellAtoms& atoms, CellProgram& program)
{
    ValueCompiler(atoms, program).run();
}

} // namespace core
