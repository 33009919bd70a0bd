; Calls.
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (selector_expression field: (field_identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression (identifier) @name)) @reference.call

; Instances and embedded types.
(composite_literal type: (type_identifier) @name) @reference.class
(composite_literal type: (qualified_type name: (type_identifier) @name)) @reference.class
(field_declaration !name type: (type_identifier) @name) @reference.class
(field_declaration !name type: (qualified_type name: (type_identifier) @name)) @reference.class

; Types.
(type_identifier) @name @reference.type
