"""Compares our principal components with scikit-learn's: FOLDER with a JSON file for each case.
Prints one line a case; ends with 1 where a number differs by more than 1e-4 of the largest."""
import json
import pathlib
import sys

import numpy as np
from sklearn.decomposition import PCA

LIMIT = 1e-4  # Our places are float32.
worst = 0.0

for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    case = json.loads(path.read_text())
    vectors = np.asarray(case["vectors"], dtype=np.float64).reshape(-1, case["size"])
    pca = PCA(n_components=case["count"], svd_solver="full").fit(vectors)
    theirs = pca.transform(vectors)
    ours = np.asarray(case["positions"]).reshape(theirs.shape)
    ours = ours * np.sign((ours * theirs).sum(axis=0))  # The sign of a direction is free.
    places = np.abs(ours - theirs).max() / np.abs(theirs).max()
    shares = np.abs(np.asarray(case["shares"]) - pca.explained_variance_ratio_).max()
    worst = max(worst, places, shares)
    print(f"{path.name}: places {places:.1e}, shares {shares:.1e}")
sys.exit(int(worst > LIMIT))
