; Calls.
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (field_expression field: (identifier) @name))) @reference.call
(infix_expression operator: (identifier) @name) @reference.call

; Instances and bases.
(instance_expression (type_identifier) @name) @reference.class
(instance_expression (generic_type type: (type_identifier) @name)) @reference.class
(extends_clause type: (type_identifier) @name) @reference.class
(extends_clause type: (generic_type type: (type_identifier) @name)) @reference.class

; Types.
(type_identifier) @name @reference.type
