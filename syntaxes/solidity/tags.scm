; Calls.
(call_expression function: (expression (identifier) @name)) @reference.call
(call_expression function: (expression (member_expression property: (identifier) @name))) @reference.call
(emit_statement name: (expression (identifier) @name)) @reference.call

; Bases.
(inheritance_specifier ancestor: (user_defined_type (identifier) @name .)) @reference.class

; Types.
(user_defined_type (identifier) @name .) @reference.type
