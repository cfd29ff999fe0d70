#include "core/base/seeded_numbers.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_text.h"
#include "core/nn/layers/recurrent.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <set>

using namespace core;

namespace {

constexpr const char* kLstm = "i = sigmoid(W_i x + U_i h + b_i)\n"
                              "f = σ(W_f x + U_f h + b_f)\n"
                              "g = tanh(W_g x + U_g h + b_g); o = sigmoid(W_o x + U_o h + b_o)\n"
                              "c = f * c + i ⊙ g # a remark\n"
                              "\n"
                              "h_t = o_t ∘ tanh(c_t)\n";

std::vector<std::string> equationsOf(const CellGraph& graph)
{
    std::vector<std::string> all;
    for (const CellEquation& each : graph.equations())
        all.push_back(each.text());
    return all;
}

/// Parameters as "W i f g o" with the number of numbers of a layer.
std::map<std::string, int64_t> parametersOf(const CellGraph& graph)
{
    std::map<std::string, int64_t> all;
    for (size_t i = 0; i < graph.parameters().size(); ++i) {
        const CellParameter& each = graph.parameters()[i];
        int64_t numbers = 1;
        for (const int64_t size : graph.shape(i, {3, 5, 5}))
            numbers *= size;
        std::string name = each.symbol == "c" && each.blocks.size() == 1 ? "c 0" : each.symbol;
        for (const std::string& block : each.blocks)
            name += block.empty() || name == "c 0" ? "" : " " + block;
        all[name] += numbers;
    }
    return all;
}

/// Forwards and backwards, by the compiled program.
void computeOnce(const CellGraph& graph)
{
    Recurrent layer(RecurrentOptions{&graph, 3, 4, 1, true});
    const torch::Tensor lengths = torch::tensor({2, 3}, torch::kInt64);
    const CellOutput output = layer->forward(torch::randn({2, 3, 3}), lengths);
    (output.output.sum() + output.states.back().sum()).backward();
}

} // namespace

/// Cells that are typed as equations.
class TypedCellTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anLstmIsTyped()
    {
        const TypedCell cell = typedCell(kLstm);
        QVERIFY2(cell.graph != nullptr,
                 cell.fault ? cell.fault->what.plain().c_str() : "without a fault");
        QCOMPARE(
            equationsOf(*cell.graph),
            (std::vector<std::string>{
                "i_t = σ(W_i x_t + U_i h_{t−1} + b_i)", "f_t = σ(W_f x_t + U_f h_{t−1} + b_f)",
                "g_t = tanh(W_g x_t + U_g h_{t−1} + b_g)", "o_t = σ(W_o x_t + U_o h_{t−1} + b_o)",
                "c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t", "h_t = o_t ⊙ tanh(c_t)"}));
        QCOMPARE(cell.graph->states(), size_t{2});
        QCOMPARE(cell.graph->stateName(0), "h"s);
        // Three parameters for four gates each, so that one product computes all of them.
        QCOMPARE(cell.graph->parameters().size(), size_t{3});
        QCOMPARE(cell.graph->parameters()[0].name, "weight_W"s);
        QCOMPARE(cell.graph->parameters()[0].blocks,
                 (std::vector<std::string>{"i", "f", "g", "o"}));
        QCOMPARE(cell.graph->parameters()[2].name, "bias_b"s);
        QCOMPARE(cell.graph->shape(1, {3, 5, 5}), (std::vector<int64_t>{20, 5}));
    }

    /// Whatever the engine knows can be typed, and is then the same.
    void knownCellsCanBeTyped()
    {
        for (const NamedCell& each : namedCells()) {
            const std::string text = textOfCell(*each.graph);
            const TypedCell cell = typedCell(text);
            const std::string why = each.id + ": "
                + (cell.fault ? faultText(*cell.fault, text).plain() : "") + "\n" + text;
            QVERIFY2(cell.graph != nullptr, why.c_str());
            std::vector<std::string> expected = equationsOf(*each.graph);
            for (std::string& equation : expected)
                if (each.id == "rnn")
                    equation.replace(equation.find(" + c)"), 5, " + c_0)");
            QCOMPARE(equationsOf(*cell.graph), expected);
            QCOMPARE(parametersOf(*cell.graph), parametersOf(*each.graph));
            QCOMPARE(cell.graph->states(), each.graph->states());
            QCOMPARE(cell.graph->multiplications({3, 5, 5}),
                     each.graph->multiplications({3, 5, 5}));
        }
    }

    void theStepOfANameFollowsFromItsPlace()
    {
        const auto last = [](const std::string& text) {
            const TypedCell cell = typedCell(text);
            return cell.graph == nullptr ? faultText(*cell.fault, text).plain()
                                         : cell.graph->equations().back().text();
        };
        QCOMPARE(last("c = tanh(W x) + c\nh = c * c_{t-1} + h"), "h_t = c_t ⊙ c_{t−1} + h_{t−1}"s);
        QCOMPARE(last("h = tanh(c)\nc = h * sigmoid(W x)"), "c_t = h_t ⊙ σ(W x_t)"s);
        QCOMPARE(last("h = tanh(W @ x_t + U (h * h) + V tanh(h) + d)"),
                 "h_t = tanh(W x_t + U (h_{t−1} ⊙ h_{t−1}) + V tanh(h_{t−1}) + d)"s);
        QCOMPARE(last("h = 1 − z_{t−1} * tanh(x)\nz = sigmoid(W_z h)"), "z_t = σ(W_z h_t)"s);
    }

    void vectorsBeginAsTheyAreToldTo()
    {
        const TypedCell cell = typedCell("α := 1\nb := 0\nh = tanh(α * LN(W x) + b + p_q * h)");
        QVERIFY(cell.graph != nullptr);
        std::map<std::string, CellInitial> found;
        for (const CellParameter& each : cell.graph->parameters())
            found[each.name] = each.initial;
        QCOMPARE(found.at("vector_alpha"), CellInitial::One);
        QCOMPARE(found.at("bias_b"), CellInitial::Zero);
        QCOMPARE(found.at("vector_p"), CellInitial::Uniform);
    }

    void faultsNameTheirPlace_data()
    {
        addColumn<std::string>("text");
        addColumn<std::string>("marked");
        addColumn<std::string>("said");
        const auto row = [](const char* name, const char* text, const char* marked,
                            const char* said) {
            QTest::newRow(name) << std::string(text) << std::string(marked) << std::string(said);
        };
        row("unknown value", "h = tanh(W x + gat * h)", "gat", "No line defines gat.");
        row("bracket", "h = tanh(W x", "", "\")\" is missing.");
        row("two values", "h = W x h", "x h", "x stands before an operand as a matrix does");
        row("two values with a sign", "h = (W x) h", "h", "does not end before \"h\"");
        row("no output", "c = tanh(W x + c)", "", "No line defines h");
        row("twice", "h = tanh(W x)\nh = tanh(W x)", "h", "h is defined twice.");
        row("unused", "z = sigmoid(W_z x)\nh = tanh(W x)", "z", "Nothing that leads to h reads z.");
        row("no input", "h = tanh(U h + b)", "h", "does not read its input x");
        row("value as matrix", "z = tanh(W x)\nh = z tanh(z)", "z tanh(z)",
            "z is a value and multiplies nothing without a sign.");
        row("lower-case matrix", "h = tanh(w x)", "w x", "written as a value");
        row("function", "h = tanh W x", "tanh W x", "");
        row("two operands", "h = tanh(W x + U h + W h)", "W h", "W multiplies two values.");
        row("capital value", "H = tanh(W x)\nh = H", "H", "capital letter");
        row("minus", "h = tanh(W x - U h)", "-", "Only 1 minus a value");
        row("number", "h = 2 * tanh(W x)", "2", "A number stands only in 1 - v.");
        row("alias", "c = tanh(W x)\nh = c", "c", "h is a product, a norm or a name alone");
        row("alias of a gate", "g = tanh(W x)\ni = g\nh = tanh(i)", "g", "another name");
        row("constant", "h = tanh(W x + relu(b))", "b", "made of learned vectors alone");
        row("constant line", "c = b + d\nh = tanh(W x + c)", "b + d", "same at every step");
        row("constant product", "h = tanh(W x + (b + d) * h)", "b + d", "learned vectors alone");
        row("nothing learned", "h = tanh(x)", "h", "it learns nothing");
        row("product alone", "h = W x", "W x", "h is a product, a norm or a name alone");
        row("norm alone", "h = LN(W x)", "LN(W x)", "h is a product, a norm or a name alone");
        row("no blank", "h = tanh(Wx + Uh)", "Wx", "Wx stands alone");
        row("no function", "h = tahn(W x)", "tahn(W x", "There is no function tahn.");
        row("own state", "h = h + W x * q\nq = h_{t-1}", "h_{t-1}",
            "a product, a norm or a name alone");
        row("below", "h = tanh(W x + c_t)\nc = tanh(h)", "c_t", "its line stands below");
        row("five states",
            "h = tanh(W x) + a + e + d + p\na = h * a\ne = h * e\nd = h * d\np = h * p", "",
            "keeps 5 values from step to step; at most 4");
        row("reserved", "lambda = tanh(W x)\nh = lambda * x", "lambda", "has a meaning already");
        row("sign", "h = tanh(W x) / 2", "/", "\"/\" has no meaning");
        row("subscript", "h = tanh(W_{a x)", "W_{a x)", "subscript");
        row("matrix alone", "h = tanh(W x + U)", "U", "a matrix multiplies something");
        row("beginning", "q := 1\nh = tanh(W x)", "q", "no learned vector");
        row("beginning 2", "b := 2\nh = tanh(W x + b)", "b := 2", "begins with 0 or 1");
        row("no equals", "h tanh(W x)", "tanh", "\"=\" is missing behind h.");
        row("empty", "", "", "No line defines h");
    }
    void faultsNameTheirPlace()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, marked);
        QFETCH(std::string, said);
        const TypedCell cell = typedCell(text);
        QVERIFY(cell.fault.has_value());
        const std::string what = cell.fault->what.plain();
        QVERIFY2(what.find(said) != std::string::npos, what.c_str());
        const std::string found = text.substr(
            cell.fault->begin, std::min(cell.fault->end, text.size()) - cell.fault->begin);
        QCOMPARE(found, marked);
        QVERIFY_THROWS_EXCEPTION(Error, cellOfText(text));
    }

    void theLineOfAFaultIsNamed()
    {
        const std::string text = "z = sigmoid(W x)\nh = z * gat";
        const TypedCell cell = typedCell(text);
        QCOMPARE(faultText(*cell.fault, text).plain(),
                 "Line 2 of the equations: No line defines gat."s);
        QVERIFY(support::sentenceOf([&] { cellOfText(text); }).find("Line 2") != std::string::npos);
    }

    /// 10,000 texts with random changes: each is a cell or has a fault, within the text.
    void noTextIsTooBad()
    {
        std::vector<std::string> seeds{kLstm};
        for (const NamedCell& each : namedCells())
            seeds.push_back(textOfCell(*each.graph));
        const std::string signs
            = "()+-*=:;#_{}[]xhcWUb01 \n\t\x80\xc3\xff\x00tanh(1 - σ⊙−LN(W x)_i"s;
        uint64_t state = 7;
        const auto number = [&](size_t below) {
            state = mixedBits(state + 1);
            return static_cast<size_t>(state % below);
        };
        int cells = 0;
        for (int turn = 0; turn < 10'000; ++turn) {
            std::string text = seeds[number(seeds.size())];
            for (size_t change = number(5); change + 1 > 0 && !text.empty(); --change) {
                const size_t at = number(text.size());
                switch (number(4)) {
                case 0:
                    text.erase(at, 1 + number(6));
                    break;
                case 1:
                    text.insert(at, 1, signs[number(signs.size())]);
                    break;
                case 2:
                    text.insert(at, signs.substr(number(signs.size()), number(8)));
                    break;
                default:
                    text.insert(at, text.substr(number(text.size()), number(40)));
                }
                if (change == 0)
                    break;
            }
            const TypedCell cell = typedCell(text);
            QVERIFY((cell.graph != nullptr) != cell.fault.has_value());
            if (cell.graph != nullptr)
                computeOnce(*cell.graph);
            cells += cell.graph != nullptr;
            if (cell.fault)
                QVERIFY(cell.fault->begin <= cell.fault->end && cell.fault->begin <= text.size());
        }
        QVERIFY2(cells > 200 && cells < 9'500, qPrintable(QString::number(cells)));
        QVERIFY(typedCell("h = " + std::string(3000, '(')).fault.has_value());
        QVERIFY(typedCell("h = " + std::string(5000, 'a')).fault.has_value());
    }

    void namesBecomeAscii()
    {
        QCOMPARE(asciiName("c\u0303"), "c_tilde"s);
        QCOMPARE(asciiName("\u0169_i"), "u_tilde_i"s);
        QCOMPARE(asciiName("α"), "alpha"s);
        QCOMPARE(asciiName("inner_c"), "inner_c"s);
    }

    void theSameTextIsTheSameGraph()
    {
        QCOMPARE(&cellOfText(kLstm), &cellOfText(std::string(kLstm)));
    }
};

UNROLL_TEST(TypedCellTest, QCoreApplication)
#include "typed_cell_test.moc"
