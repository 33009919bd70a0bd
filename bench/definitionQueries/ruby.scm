(class name: (_) @name) @definition.class @scope
(module name: (_) @name) @definition.module @scope
(method name: (_) @name) @definition.function @scope
(singleton_method object: (_) @owner name: (_) @name) @definition.function @scope
(alias name: (_) @name) @definition.function
((assignment
   left: [(constant) (scope_resolution)] @name
   right: (call receiver: (constant) @_maker)) @definition.class @scope
 (#any-of? @_maker "Struct" "Class" "Data" "Module"))
(assignment left: [(constant) (scope_resolution)] @name) @definition.constant
((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list (simple_symbol) @name)) @definition.field
 (#any-of? @_method
   "attr_accessor" "attr_reader" "attr_writer" "mattr_accessor" "cattr_accessor" "class_attribute"))
((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . [(simple_symbol) (string)] @name)) @definition.function @scope
 (#any-of? @_method "define_method" "alias_method"))
