//! Prints what syn takes for a definition, a line of JSON for each: path, kind, name, line of the name and of the end.
//!
//! Left out are local variables and constants, what macros make, `const _`, modules without a body, and files with syntax
//! errors, whose number is printed.
//!
//! cargo run --release --offline -- FOLDER, in a crate with this main.rs and `proc-macro2 = { features = ["span-locations"] }`
//! and `syn = { version = "1", features = ["full", "visit"] }` (Debian: librust-syn-dev, in /usr/share/cargo/registry).
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

struct Printer {
    path: String,
    /// The number of blocks around.
    depth: usize,
}

impl Printer {
    fn print(&self, kind: &str, name: &syn::Ident, whole: &dyn Spanned) {
        let (line, end) = (name.span().start().line, whole.span().end().line);
        if name != "_" {
            let at = format!("\"name\":\"{name}\",\"line\":{line},\"endLine\":{end}");
            println!("{{\"path\":\"{}\",\"kind\":\"{kind}\",{at}}}", self.path);
        }
    }
}

macro_rules! printed {
    ($($visit:ident $type:ident $kind:literal $($part:ident).+;)*) => {
        $(fn $visit(&mut self, it: &'a syn::$type) {
            self.print($kind, &it.$($part).+, it);
            visit::$visit(self, it);
        })*
    };
}

impl<'a> Visit<'a> for Printer {
    printed! {
        visit_item_enum ItemEnum "enum" ident;
        visit_item_fn ItemFn "function" sig.ident;
        visit_item_struct ItemStruct "struct" ident;
        visit_item_trait ItemTrait "trait" ident;
        visit_item_type ItemType "type" ident;
        visit_item_union ItemUnion "union" ident;
        visit_impl_item_const ImplItemConst "associated const" ident;
        visit_impl_item_method ImplItemMethod "method" sig.ident;
        visit_impl_item_type ImplItemType "associated type" ident;
        visit_trait_item_const TraitItemConst "associated const" ident;
        visit_trait_item_method TraitItemMethod "method" sig.ident;
        visit_trait_item_type TraitItemType "associated type" ident;
        visit_foreign_item_fn ForeignItemFn "foreign function" sig.ident;
        visit_foreign_item_static ForeignItemStatic "foreign static" ident;
        visit_variant Variant "variant" ident;
    }

    fn visit_item(&mut self, item: &'a syn::Item) {
        match item {
            syn::Item::Const(it) if self.depth == 0 => self.print("const", &it.ident, it),
            syn::Item::Static(it) if self.depth == 0 => self.print("static", &it.ident, it),
            syn::Item::Macro(it) => it.ident.iter().for_each(|name| self.print("macro", name, it)),
            syn::Item::Mod(it) if it.content.is_some() => self.print("module", &it.ident, it),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_field(&mut self, field: &'a syn::Field) {
        field.ident.iter().for_each(|name| self.print("field", name, field));
    }

    fn visit_block(&mut self, block: &'a syn::Block) {
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder"));
    let (mut n_files, mut n_with_errors) = (0, 0);
    for path in sources(&folder) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        n_files += 1;
        match syn::parse_file(&text) {
            Ok(file) => {
                let path = path.strip_prefix(&folder).unwrap().display().to_string();
                Printer { path, depth: 0 }.visit_file(&file)
            }
            Err(_) => n_with_errors += 1,
        }
    }
    eprintln!("{n_with_errors} of {n_files} files have syntax errors");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let here = files.into_iter().filter(|path| path.extension().map_or(false, |it| it == "rs"));
    here.chain(folders.iter().flat_map(|each| sources(each))).collect()
}
