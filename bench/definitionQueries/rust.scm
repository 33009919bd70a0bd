(function_item name: (identifier) @name) @definition.function @scope
(function_signature_item name: (identifier) @name) @definition.function @scope
(struct_item name: (type_identifier) @name) @definition.class @scope
(union_item name: (type_identifier) @name) @definition.class @scope
(enum_item name: (type_identifier) @name) @definition.class @scope
(enum_variant name: (identifier) @name) @definition.field @scope
(field_declaration name: (field_identifier) @name) @definition.field
(trait_item name: (type_identifier) @name) @definition.interface @scope
(impl_item
  type: [
    (type_identifier) @name
    (primitive_type) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
    (reference_type type: (array_type element: (_) @name))
    (reference_type type: (_) @name)
    (dynamic_type trait: (_) @name)
    (array_type element: (_) @name)
    (tuple_type . (_) @name)
    (pointer_type type: (_) @name)
  ]) @scope
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant
(mod_item name: (identifier) @name body: (_)) @definition.module @scope
(macro_definition name: (identifier) @name) @definition.macro
(closure_expression) @local
(attribute_item) @leading
