(function_declaration name: (identifier) @name) @definition.function @scope
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @owner
        (generic_type type: (type_identifier) @owner)
        (pointer_type (type_identifier) @owner)
        (pointer_type (generic_type type: (type_identifier) @owner))
      ]))
  name: (field_identifier) @name) @definition.method @scope
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.class @scope
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface @scope
(type_spec name: (type_identifier) @name) @definition.type @scope
(type_alias name: (type_identifier) @name) @definition.type
(field_declaration
  . name: (field_identifier) @name
  type: [
    (struct_type)
    (pointer_type (struct_type))
    (slice_type element: (struct_type))
    (array_type element: (struct_type))
    (map_type value: (struct_type))
  ]) @definition.field @scope
(field_declaration name: (field_identifier) @name) @definition.field
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))
(field_declaration type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))
(const_spec (identifier) @name) @definition.constant
(var_spec . name: (identifier) @name value: (expression_list (func_literal))) @definition.function @scope
(var_spec (identifier) @name) @definition.constant
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list (func_literal))) @definition.function @scope
(func_literal) @local
