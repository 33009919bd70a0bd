; Calls.
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression field: (field_identifier) @name)) @reference.call
(call_expression function: (scoped_identifier name: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (scoped_identifier name: (identifier) @name))) @reference.call
(call_expression function: (generic_function function: (field_expression field: (field_identifier) @name))) @reference.call
(macro_invocation macro: (identifier) @name) @reference.call
(macro_invocation macro: (scoped_identifier name: (identifier) @name)) @reference.call

; Instances and traits.
(struct_expression name: (type_identifier) @name) @reference.class
(struct_expression name: (scoped_type_identifier name: (type_identifier) @name)) @reference.class
(impl_item trait: (type_identifier) @name) @reference.class
(impl_item trait: (scoped_type_identifier name: (type_identifier) @name)) @reference.class
(impl_item trait: (generic_type type: (type_identifier) @name)) @reference.class
(trait_bounds (type_identifier) @name) @reference.class

; Types.
(type_identifier) @name @reference.type
