; Calls.
(call_expression function: (qualified_identifier name: (identifier) @name)) @reference.call
(call_expression function: (qualified_identifier name: (qualified_identifier name: (identifier) @name))) @reference.call
(call_expression function: (template_function name: (identifier) @name)) @reference.call
(call_expression function: (qualified_identifier name: (template_function name: (identifier) @name))) @reference.call
(call_expression function: (field_expression field: (template_method name: (field_identifier) @name))) @reference.call

; Instances and bases.
(new_expression type: (type_identifier) @name) @reference.class
(new_expression type: (qualified_identifier name: (type_identifier) @name)) @reference.class
(base_class_clause (type_identifier) @name) @reference.class
(base_class_clause (qualified_identifier name: (type_identifier) @name)) @reference.class
(base_class_clause (template_type name: (type_identifier) @name)) @reference.class
