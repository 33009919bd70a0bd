; Calls.
(call target: (identifier) @name) @reference.call
(call target: (dot right: (identifier) @name)) @reference.call

; Modules.
(call target: (dot left: (alias) @name)) @reference.class
