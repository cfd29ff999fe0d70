unroll_tests(base_tests HEADERS plain LIBRARIES core_base
    TESTS language structure base/atomic_file base/line_file base/made_ahead base/main_memory
          base/mapped_file base/message base/option base/readout
          base/parallel_blocks base/read_json base/regular_file)

# A program of its own tries what the confinement of SentencePiece's helper forbids.
add_executable(confinement_probe ${CMAKE_CURRENT_LIST_DIR}/text/confinement_probe.cpp)
target_link_libraries(confinement_probe PRIVATE spm_confinement)
unroll_tests(text_tests HEADERS plain LIBRARIES core_text spm_confinement
    DEFINITIONS UNROLL_CONFINEMENT_PROBE="$<TARGET_FILE:confinement_probe>"
    NEEDS unroll-spm confinement_probe
    TESTS text/cleaning text/detokenise text/helper_process text/merge_training text/pair_pipelines
          text/piece_model text/piece_tokeniser text/subword text/subword_helper text/text_pipeline
          text/text_preview text/tokeniser text/vocabulary text/word_marks)

unroll_tests(data_tests HEADERS plain LABEL readers
    LIBRARIES core_data LibArchive::LibArchive ICU::uc PkgConfig::XXHash
    TESTS data/corpus_cache data/data_paths data/delimited_reader data/file_encodings
          data/format_recognition data/held_out_files data/json_files data/load_data
          data/number_column data/pair_sample data/pair_table data/parallel_files data/preview
          data/real_files data/recognise_data data/recognise_languages data/sample
          data/side_agreement data/source_files data/split data/spreadsheet data/squad_files data/tagged_files data/tagged_sample
          data/text_encoding data/text_line_reader data/unfit_files)

unroll_tests(search_tests HEADERS plain
    LIBRARIES core_search core_projection core_baseline core_metric core_readouts
    DEFINITIONS UNROLL_PARITY_SCRIPTS="${PROJECT_SOURCE_DIR}/tests/parity"
    TESTS baseline/kneser_ney baseline/task_baselines decode/beam decode/check_search decode/sampling
          decode/token_rules decode/trace metric/alignment metric/answer_match metric/bleu metric/chrf metric/classification
          metric/paired_bootstrap metric/rank_correlation metric/regression metric/tagging
          probe/compared_sentence probe/gradient_laboratory probe/state_plane probe/typed_tree projection/clusters projection/map_alignment projection/nearest
          projection/principal_components projection/tsne
          ../parity/answer_parity ../parity/baseline_parity ../parity/bleu_parity ../parity/projection_parity)

unroll_tests(nn_tests HEADERS torch LIBRARIES core_model core_nn core_by_hand torch
    TESTS nn/parallel_tasks nn/recycled_memory nn/team_size nn/typed_cell nn/work_kinds model/model_description
          model/parameter_names
    NUMERICS nn/attention nn/attention_by_hand nn/attention_score nn/cell_equations nn/cell_walk nn/cells nn/crf
          nn/cross_entropy nn/decoder_attention nn/hard_attention nn/initialisation nn/linear
          nn/pooling nn/recurrent nn/recurrent_agreement nn/recurrent_kernels nn/residual_norm
          nn/residual_stream
          nn/second_derivative nn/token_form nn/word_characters model/carried_state
          model/classifier model/recurrent_translator model/recurrent_translator_learning
          model/lecture_networks model/scheduled_sampling model/text_network model/transformer_decoder model/transformer_translator model/word_vectors)

# A program that trains until it is killed.
add_executable(train_small_run ${CMAKE_CURRENT_LIST_DIR}/train/train_small_run.cpp)
set_target_properties(train_small_run PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
target_link_libraries(train_small_run PRIVATE unroll_options core Qt6::Core)
unroll_tests(train_tests HEADERS torch LIBRARIES core torch
    DEFINITIONS TRAIN_SMALL_RUN="$<TARGET_FILE:train_small_run>" NEEDS train_small_run unroll-cli
    NUMERICS optimise/optimiser train/batch_gradients train/gradients
    TESTS task/class_to_text task/numbers_to_text task/language_model task/language_texts
          task/bidirectional_language_model task/counterfactual_outcomes task/kept_texts task/masked_language_model
          task/question_answering task/regression_task task/tagging_task task/tagging_trellis task/tagging_words
          task/word_vectors_task
          train/computing train/handed_in_run train/influence train/kill_and_resume train/layer_measures train/memory_exhaustion
          train/questions_on_data train/resume train/several_processes train/task_state train/training train/training_failure
          train/transfer train/tuning train/updates train/translation_resume
          train/translation_training)

unroll_tests(run_tests HEADERS torch LIBRARIES core core_by_hand fuzz_runs torch LibArchive::LibArchive
    TESTS decode/translate exchange/export exchange/safetensors exchange/pytorch_file probe/stored_run
          task/attention_changes task/classifier_view task/filter_windows task/counterfactuals task/in_context task/grouped_scores task/states task/head_by_hand task/tested_attention
          task/translation_scoring task/translator_states
          task/translator_view task/vector_map
          ../fuzz/exchange_fuzz ../fuzz/run_corpus)

# Tests of training and storage that see no tensor: LibTorch's headers would cost each of these files
# three seconds.
unroll_tests(plan_tests HEADERS plain LIBRARIES core
    TESTS bench/benchmark catalogue/data_defaults catalogue/pretrained_vectors
          catalogue/spec_json catalogue/suited_settings exchange/binary_vectors exchange/vectors
          optimise/schedule task/batch_plan
          task/batches_ahead task/recording_file task/reports task/teacher_forcing train/event_log train/run_control
          lesson/lessons report/report train/baseline_questions train/network_trace
          train/run_folder train/word_occlusion)
