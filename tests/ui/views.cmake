# Curves, Sentence, Results and Runs. UNROLL_SCREENSHOTS=folder saves what they draw.
unroll_test(curves_test.cpp ui)
unroll_test(sentence_test.cpp ui)
unroll_test(translation_view_test.cpp ui)
unroll_test(results_test.cpp ui)
unroll_test(translation_results_test.cpp ui)
unroll_test(runs_test.cpp ui)
unroll_test(positions_test.cpp ui_fixture)
