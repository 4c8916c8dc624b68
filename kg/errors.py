"""Every error of kg that a caller may meet.

    KgError
    ├── UsageError            the request itself is wrong                     exit 2
    │   ├── NotFound          no such thing, or none that this reader may see
    │   └── Refused           understood, and not allowed (a statement that writes, a policy)
    ├── EngineError           Neo4j cannot be had                             exit 3
    │   ├── EngineUnavailable not running, unreachable, still recovering past the limit
    │   ├── EngineMismatch    too old, wrong password, wrong schema
    │   └── EngineBusy        a lock, a deadlock, a busy port                 retryable
    │       ├── RootBusy      another run works on this folder
    │       └── VectorsBusy   another run makes the vectors anew, with another embedder
    ├── ModelError            a model endpoint cannot be had                  exit 3
    │   ├── ModelUnavailable  down, 429, 5xx, time-out                        retryable
    │   └── ModelRefused      wrong key, unknown model, bad request
    └── ItemError             one file failed; the others go on               exit 1
        ├── Unreadable        cannot be opened or decoded
        └── PolicyUnreadable  the folder's setting cannot be read: held

`code` is stable and for programs, `retryable` says whether the same call may succeed later, `message` is
one or two sentences for people: what happened, what is safe, what to do next. No error carries document
text or a secret.
"""


class KgError(Exception):
    """Base of all errors that kg raises on purpose."""

    code = "error"
    retryable = False
    exit_code = 1

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UsageError(KgError):
    code = "usage"
    exit_code = 2


class NotFound(UsageError):
    code = "not_found"


class Refused(UsageError):
    code = "refused"


class EngineError(KgError):
    code = "engine"
    exit_code = 3


class EngineUnavailable(EngineError):
    code = "engine_unavailable"
    retryable = True


class EngineMismatch(EngineError):
    code = "engine_mismatch"


class EngineBusy(EngineError):
    code = "engine_busy"
    retryable = True


class RootBusy(EngineBusy):
    code = "root_busy"


class VectorsBusy(EngineBusy):
    code = "vectors_busy"


class PurgedMeanwhile(EngineBusy):
    code = "purged_meanwhile"


class ModelError(KgError):
    code = "model"
    exit_code = 3


class ModelUnavailable(ModelError):
    code = "model_unavailable"
    retryable = True


class ModelRefused(ModelError):
    code = "model_refused"


class ItemError(KgError):
    code = "item"


class Unreadable(ItemError):
    code = "unreadable"


class PolicyUnreadable(ItemError):
    code = "policy_unreadable"
