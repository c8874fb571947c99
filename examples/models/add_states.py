"""Gives networks of one LSTM layer an output for their state, and says so in their side files.

    python3 add_states.py FILE.onnx …

The output `hidden` holds, for each word, the hidden state and the cell state after the last token, one after the other. Only the graph
changes: weights and the other outputs stay as they are, and a network that has the output already is left alone. Where a
network is not told the lengths of words, only words of one length can be run together for it. Needs onnx.
"""

import json
import sys
from pathlib import Path

import onnx
from onnx import TensorProto, helper, numpy_helper
import numpy as np

OUTPUT = "hidden"


def add_states(model):
    """Adds the output to a model in place. Returns how many numbers a state has, or None if it was there."""
    graph = model.graph
    if any(output.name == OUTPUT for output in graph.output):
        return None
    layers = [node for node in graph.node if node.op_type == "LSTM"]
    if len(layers) != 1:
        raise SystemExit(f"expected one LSTM layer, found {len(layers)}")
    (lstm,) = layers
    names = [*lstm.output, "", ""][:3]
    names = [names[0], names[1] or "last_hidden", names[2] or "last_cell"]
    del lstm.output[:]
    lstm.output.extend(names)
    # Both have the shape 1 × batch × units: the first axis is the direction.
    axis = numpy_helper.from_array(np.array([0], np.int64), "states_axis")
    graph.initializer.append(axis)
    graph.node.append(helper.make_node("Concat", names[1:], ["last_states"], axis=2))
    graph.node.append(helper.make_node("Squeeze", ["last_states", "states_axis"], [OUTPUT]))
    units = next(attribute.i for attribute in lstm.attribute if attribute.name == "hidden_size")
    graph.output.append(helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", 2 * units]))
    onnx.checker.check_model(model)
    return 2 * units


def main():
    for path in map(Path, sys.argv[1:]):
        model = onnx.load(path)
        size = add_states(model)
        if size is not None:
            onnx.save(model, path)
        side = path.with_suffix(".json")
        about = json.loads(side.read_text())
        side.write_text(json.dumps({**about, "states": OUTPUT}) + "\n")
        print(f"{path.name}: {'already there' if size is None else f'{size} numbers'}")


if __name__ == "__main__":
    main()
