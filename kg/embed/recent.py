"""The vectors of the last questions: the same turn is often asked of two indexes, or twice."""

from collections import OrderedDict

from kg.ports import Vector


class Recent:
    """A bounded map that forgets what was not asked for longest."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._vectors: OrderedDict[str, Vector] = OrderedDict()

    def get(self, text: str) -> Vector | None:
        vector = self._vectors.get(text)
        if vector is not None:
            self._vectors.move_to_end(text)
        return vector

    def put(self, text: str, vector: Vector) -> None:
        self._vectors[text] = vector
        self._vectors.move_to_end(text)
        if len(self._vectors) > self._size:
            self._vectors.popitem(last=False)
