foreach(subject nn/linear nn/attention nn/initialisation nn/pooling nn/token_form nn/attention_score nn/decoder_attention nn/second_derivative
        model/classifier model/recurrent_translator model/recurrent_translator_learning
        model/transformer_translator)
    unroll_test(${subject}_test.cpp core_model core_nn torch)
endforeach()
unroll_test(model/model_description_test.cpp core_model)
