"""Compares our baselines with scikit-learn (1.2.1 is what Debian 12 has): FOLDER with a JSON file
for each case. Prints one line a case; ends with 1 where a number differs by more than 1e-6."""
import json
import pathlib
import sys
import warnings

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import MultinomialNB

warnings.simplefilter("ignore")  # Its solver goes on where rounding leaves nothing to win.
LIMIT = 1e-6
worst = 0.0


def counts_of(rows, columns):
    matrix = np.zeros((len(rows), columns))
    for row, ids in enumerate(rows):
        for column in ids:
            matrix[row, column] += 1
    return csr_matrix(matrix)


def difference(name, ours, theirs):
    global worst
    largest = float(np.max(np.abs(np.asarray(ours) - theirs)))
    worst = max(worst, largest)
    return f"{name} {largest:.1e}"


for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    case = json.loads(path.read_text())
    train = counts_of(case["train"], case["columns"])
    test = counts_of(case["test"], case["columns"])
    tf_idf = TfidfTransformer(smooth_idf=True, norm="l2").fit(train)
    inputs = {"counts": (train, test),
              "tf_idf": (tf_idf.transform(train), tf_idf.transform(test))}
    found = [difference("tf-idf", case["tf_idf_values"], inputs["tf_idf"][1].toarray())]
    for name, (x, y) in inputs.items():
        bayes = MultinomialNB(alpha=1.0).fit(x, case["labels"])
        found.append(difference(f"bayes {name}", np.exp(case[name]["bayes"]),
                                bayes.predict_proba(y)))
        found.append(difference(f"words {name}", case[name]["words"], bayes.feature_log_prob_))
        regression = LogisticRegression(C=1.0, tol=1e-7, max_iter=500, solver="newton-cg")
        regression.fit(x, case["labels"])
        found.append(difference(f"regression {name}", np.exp(case[name]["regression"]),
                                regression.predict_proba(y)))
        ridge = Ridge(alpha=1.0, solver="cholesky").fit(x.toarray(), case["numbers"])
        found.append(difference(f"ridge {name}", case[name]["ridge"], ridge.predict(y.toarray())))
    print(path.name + ": " + ", ".join(found))
sys.exit(worst > LIMIT)
