"""Reads what every_kind_test.cpp exported and says what Python makes of it.

usage: every_kind.py FOLDER. FOLDER holds one folder an export, with w.safetensors, w.pt, module/
and questions.json; answers.json gets {export: what exchange_formats.py or exchange_translators.py
answers, or {"missing": what cannot be imported here}}.
"""
import json
import os
import sys

import torch

import exchange_formats
import exchange_language
import exchange_translators
import exchange_words


def answer(folder, name):
    with open(os.path.join(folder, "questions.json"), encoding="utf-8") as file:
        questions = json.load(file)
    if questions["task"] == "translation":
        return exchange_translators.answer(folder, name, questions)
    if questions["task"] in ("language_model", "class_to_text", "numbers_to_text"):
        return exchange_language.answer(folder, name, questions["texts"])
    if questions["task"] == "word_vectors":
        return exchange_words.answer(folder, name, questions["tokens"])
    if questions["task"] == "masked_language_model":
        return exchange_language.masked_answer(folder, name, questions["texts"])
    if questions["task"] == "bidirectional_language_model":
        return exchange_language.both_sides_answer(folder, name, questions["texts"])
    return exchange_formats.answer(folder, name, questions["texts"])


def main(folder):
    torch.set_num_threads(1)
    answers = {}
    for name in sorted(os.listdir(folder)):
        try:
            answers[name] = answer(os.path.join(folder, name), name)
        except ModuleNotFoundError as error:
            answers[name] = {"missing": error.name}
        except Exception as error:  # said by the test, under the export's name
            answers[name] = {"problems": [repr(error)]}
    with open(os.path.join(folder, "answers.json"), "w", encoding="utf-8") as file:
        json.dump(answers, file)


main(sys.argv[1])
