"""Read and write the messages of a model's file, as far as its graph is changed."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any, Final

_MAKING: Final = Lock()
_ONNX: Final = """
name: "onnx.proto" package: "onnx"
message_type { name: "ModelProto"
  field { name: "graph" number: 7 label: LABEL_OPTIONAL type: TYPE_MESSAGE type_name: "GraphProto" }
  field { name: "opset_import" number: 8 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: "OperatorSetIdProto" }
}
message_type { name: "OperatorSetIdProto"
  field { name: "domain" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
  field { name: "version" number: 2 label: LABEL_OPTIONAL type: TYPE_INT64 }
}
message_type { name: "GraphProto"
  field { name: "node" number: 1 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: "NodeProto" }
  field { name: "initializer" number: 5 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: "TensorProto" }
  field { name: "output" number: 12 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: "ValueInfoProto" }
}
message_type { name: "ValueInfoProto"
  field { name: "name" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
}
message_type { name: "NodeProto"
  field { name: "input" number: 1 label: LABEL_REPEATED type: TYPE_STRING }
  field { name: "output" number: 2 label: LABEL_REPEATED type: TYPE_STRING }
  field { name: "name" number: 3 label: LABEL_OPTIONAL type: TYPE_STRING }
  field { name: "op_type" number: 4 label: LABEL_OPTIONAL type: TYPE_STRING }
  field { name: "attribute" number: 5 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: "AttributeProto" }
  field { name: "domain" number: 7 label: LABEL_OPTIONAL type: TYPE_STRING }
}
message_type { name: "AttributeProto"
  field { name: "name" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
  field { name: "f" number: 2 label: LABEL_OPTIONAL type: TYPE_FLOAT }
  field { name: "i" number: 3 label: LABEL_OPTIONAL type: TYPE_INT64 }
  field { name: "t" number: 5 label: LABEL_OPTIONAL type: TYPE_MESSAGE type_name: "TensorProto" }
  field { name: "type" number: 20 label: LABEL_OPTIONAL type: TYPE_INT32 }
}
message_type { name: "TensorProto"
  field { name: "dims" number: 1 label: LABEL_REPEATED type: TYPE_INT64 }
  field { name: "data_type" number: 2 label: LABEL_OPTIONAL type: TYPE_INT32 }
  field { name: "name" number: 8 label: LABEL_OPTIONAL type: TYPE_STRING }
  field { name: "raw_data" number: 9 label: LABEL_OPTIONAL type: TYPE_BYTES }
}
"""
"""The fields of onnx.proto that are read or changed; the others are handed on as they come."""


def onnx_type(name: str) -> Any:
    """Return a message type of onnx.proto, with the fields that are read or changed here."""
    from google.protobuf.message_factory import GetMessageClass

    with _MAKING:  # two threads that both make the types cannot copy each other's nodes
        return GetMessageClass(_types().FindMessageTypeByName(f"onnx.{name}"))


@cache
def _types() -> Any:
    from google.protobuf import descriptor_pb2, descriptor_pool, text_format

    pool = descriptor_pool.DescriptorPool()
    pool.Add(text_format.Parse(_ONNX, descriptor_pb2.FileDescriptorProto()))
    return pool
