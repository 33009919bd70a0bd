; Calls.
(apply function: (variable) @name) @reference.call
(apply function: (qualified id: (variable) @name)) @reference.call
(operator) @name @reference.call

; Constructors.
(constructor) @name @reference.class
