//! Puts many mutants into one build, each behind a switch.
//!
//! `darkforge-mutants FOLDER < LIST` reads the mutants that `cargo mutants --list --json` found, each with a number
//! `id`, and rewrites their files in FOLDER. Where a mutant would replace an operator, the code asks
//! `crate::mutant::on(id)` which one it is to be. On standard output stand the numbers of the mutants that are in the
//! files now. Those in constants are not: a switch cannot be asked there.
//!
//! Comments in the new text say where a mutant begins and ends, so that an error of the compiler can be traced to it:
//! `/*m7*/ /*e7*/` around the text of mutant 7, `/*s3*/ /*z3*/` around place 3 with all its mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use proc_macro2::{LineColumn, Span};
use serde::Deserialize;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, ExprStruct, ExprUnary};

#[derive(Deserialize)]
struct Mutant {
    id: u32,
    file: String,
    genre: String,
    replacement: String,
    span: Place,
}

#[derive(Deserialize)]
struct Place {
    start: Point,
    end: Point,
}

/// Line and column, from 1.
#[derive(Deserialize)]
struct Point {
    line: usize,
    column: usize,
}

/// Parts of a file that mutants replace.
enum Site {
    /// The start of a function's body.
    Body,
    /// Operands and operator.
    Binary(Range<usize>, Range<usize>, BinOp),
    /// Operand and operator.
    Unary(Range<usize>, String),
    /// A match arm's guard, if it has one; the site is between pattern and arrow.
    Arm(Option<Range<usize>>),
    /// Value and name of a field, and the struct that gives the others.
    Field(Range<usize>, String, Range<usize>, bool),
}

/// Offsets of the lines of a text.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl Lines<'_> {
    /// Offset of a place; `column` counts characters from 0.
    fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.starts[line - 1];
        let mut rest = self.text[start..].char_indices();
        rest.nth(column)
            .map_or(self.text.len(), |(at, _)| start + at)
    }

    fn at(&self, place: LineColumn) -> usize {
        self.offset(place.line, place.column)
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.at(span.start())..self.at(span.end())
    }
}

/// Collects the places of a file, by what a mutant's span begins with.
struct Finder<'a> {
    lines: &'a Lines<'a>,
    /// By the range that a mutant names: range of the whole, and what it is.
    sites: BTreeMap<(usize, usize), (Range<usize>, Site)>,
    /// Code that is evaluated while it is compiled.
    constants: Vec<Range<usize>>,
}

/// Whether `let` stands in a chain of `&&`.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
            has_let(&both.left) || has_let(&both.right)
        }
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_binary(&mut self, node: &'ast ExprBinary) {
        if !has_let(&node.left) && !has_let(&node.right) {
            let op = self.lines.range(node.op.span());
            let (left, right) = (
                self.lines.range(node.left.span()),
                self.lines.range(node.right.span()),
            );
            let whole = left.start..right.end;
            self.sites.insert(
                (op.start, op.end),
                (whole, Site::Binary(left, right, node.op)),
            );
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast ExprUnary) {
        let op = self.lines.range(node.op.span());
        let operand = self.lines.range(node.expr.span());
        let text = self.lines.text[op.clone()].to_owned();
        self.sites.insert(
            (op.start, op.end),
            (op.start..operand.end, Site::Unary(operand, text)),
        );
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let pattern = self.lines.range(node.pat.span());
        let arrow = self.lines.range(node.fat_arrow_token.span());
        let guard = node
            .guard
            .as_ref()
            .map(|(_, guard)| self.lines.range(guard.span()));
        let between = pattern.end..arrow.start;
        if !node.guard.as_ref().is_some_and(|(_, guard)| has_let(guard)) {
            if let Some(guard) = &guard {
                let site = (between.clone(), Site::Arm(Some(guard.clone())));
                self.sites.insert((guard.start, guard.end), site);
            }
            // A mutant that deletes an arm names all of it.
            let whole = self.lines.range(node.span());
            self.sites
                .insert((whole.start, usize::MAX), (between, Site::Arm(guard)));
        }
        visit::visit_arm(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast ExprStruct) {
        if let Some(rest) = &node.rest {
            let rest = self.lines.range(rest.span());
            for field in &node.fields {
                let whole = self.lines.range(field.span());
                let value = self.lines.range(field.expr.span());
                let name = self.lines.text[self.lines.range(field.member.span())].to_owned();
                let short = field.colon_token.is_none();
                let site = (value.clone(), Site::Field(value, name, rest.clone(), short));
                self.sites.insert((whole.start, usize::MAX - 1), site);
            }
        }
        visit::visit_expr_struct(self, node);
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        self.constants.push(self.lines.range(node.span()));
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.constants.push(self.lines.range(node.span()));
    }

    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.constants.push(self.lines.range(node.span()));
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if node.sig.constness.is_some() {
            self.constants.push(self.lines.range(node.span()));
        }
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if node.sig.constness.is_some() {
            self.constants.push(self.lines.range(node.span()));
        }
        visit::visit_impl_item_fn(self, node);
    }
}

/// A place that has mutants.
struct Mutated<'a> {
    number: usize,
    whole: Range<usize>,
    site: &'a Site,
    mutants: Vec<&'a Mutant>,
}

/// Writes a file with its mutants.
struct Writer<'a> {
    text: &'a str,
    sites: &'a [Mutated<'a>],
}

fn on(id: u32) -> String {
    format!("crate::mutant::on({id})")
}

impl Writer<'_> {
    /// The text of `range`, with the sites inside of it; `outer` are those that are being written.
    fn render(&self, range: Range<usize>, outer: &[usize]) -> String {
        let mut text = String::new();
        let mut at = range.start;
        for (index, place) in self.sites.iter().enumerate() {
            let inside = place.whole.start >= at && place.whole.end <= range.end;
            if !inside || outer.contains(&index) {
                continue;
            }
            text += &self.text[at..place.whole.start];
            let outer = [outer, &[index]].concat();
            text += &self.site(place, &outer);
            at = place.whole.end;
        }
        text + &self.text[at..range.end]
    }

    fn site(&self, place: &Mutated<'_>, outer: &[usize]) -> String {
        let number = place.number;
        let each = |way: &dyn Fn(&Mutant) -> String| -> String {
            let ways = place.mutants.iter().map(|mutant| {
                let id = mutant.id;
                format!(
                    "if {} {{ /*m{id}*/ {} /*e{id}*/ }} else ",
                    on(id),
                    way(mutant)
                )
            });
            ways.collect()
        };
        let text = match place.site {
            Site::Body => {
                let ways = place.mutants.iter().map(|mutant| {
                    let (id, value) = (mutant.id, &mutant.replacement);
                    format!("if {} {{ /*m{id}*/ return {value}; /*e{id}*/ }} ", on(id))
                });
                return ways.collect();
            }
            Site::Binary(left, right, op) => {
                let (left, right) = (
                    self.render(left.clone(), outer),
                    self.render(right.clone(), outer),
                );
                let own = &self.text[op_range(place, self.text)];
                match op {
                    BinOp::And(_) | BinOp::Or(_) => {
                        let all: Vec<String> =
                            place.mutants.iter().map(|mutant| on(mutant.id)).collect();
                        let negated = if matches!(op, BinOp::And(_)) {
                            "!="
                        } else {
                            "=="
                        };
                        format!(
                            "(match ({left}) {{ left_ => if left_ {negated} ({}) {{ {right} }} else {{ left_ }} }})",
                            all.join(" || ")
                        )
                    }
                    BinOp::Eq(_)
                    | BinOp::Ne(_)
                    | BinOp::Lt(_)
                    | BinOp::Le(_)
                    | BinOp::Gt(_)
                    | BinOp::Ge(_) => {
                        let ways = each(&|mutant| format!("*left_ {} *right_", mutant.replacement));
                        format!(
                            "(match (&({left}), &({right})) {{ (left_, right_) => {ways} {{ *left_ {own} *right_ }} }})"
                        )
                    }
                    op if is_assignment(op) => {
                        let ways = each(&|mutant| format!("{left} {} right_", mutant.replacement));
                        format!(
                            "(match ({right}) {{ right_ => {ways} {{ {left} {own} right_ }} }})"
                        )
                    }
                    _ => {
                        let ways = each(&|mutant| format!("left_ {} right_", mutant.replacement));
                        format!(
                            "(match ({left}, {right}) {{ (left_, right_) => {ways} {{ left_ {own} right_ }} }})"
                        )
                    }
                }
            }
            Site::Unary(operand, op) => {
                let operand = self.render(operand.clone(), outer);
                let ways = each(&|mutant| format!("{} value_", mutant.replacement));
                format!("(match ({operand}) {{ value_ => {ways} {{ {op}value_ }} }})")
            }
            Site::Arm(guard) => {
                let guard = guard
                    .clone()
                    .map_or("true".to_owned(), |guard| self.render(guard, outer));
                let ways = place
                    .mutants
                    .iter()
                    .map(|mutant| match mutant.replacement.as_str() {
                        "true" => format!("/*m{0}*/ {1} || /*e{0}*/ ", mutant.id, on(mutant.id)),
                        _ => format!("/*m{0}*/ !{1} && /*e{0}*/ ", mutant.id, on(mutant.id)),
                    });
                format!(" if {} ({guard}) ", ways.collect::<String>())
            }
            Site::Field(value, name, rest, short) => {
                let value = self.render(value.clone(), outer);
                let rest = &self.text[rest.clone()];
                let ways = each(&|_| format!("({rest}).{name}"));
                let name = if *short {
                    format!("{name}: ")
                } else {
                    String::new()
                };
                format!("{name}{ways} {{ {value} }}")
            }
        };
        format!("/*s{number}*/{text}/*z{number}*/")
    }
}

fn op_range(place: &Mutated<'_>, text: &str) -> Range<usize> {
    let Site::Binary(left, right, _) = place.site else {
        unreachable!("only binary operators have one between operands")
    };
    // Comments may stand beside the operator.
    let between = &text[left.end..right.start];
    let code = between
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    let op = code
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("");
    let start = left.end + between.find(op).unwrap_or(0);
    start..start + op.len()
}

fn is_assignment(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let mut list = String::new();
    std::io::stdin()
        .read_to_string(&mut list)
        .expect("a list of mutants");
    let mutants: Vec<Mutant> =
        serde_json::from_str(&list).expect("what cargo mutants --list --json writes, with ids");
    let files: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
    let mut number = 0;
    for file in files {
        let path = Path::new(&folder).join(file);
        let text = std::fs::read_to_string(&path).expect("a source file");
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let lines = Lines {
            text: &text,
            starts,
        };
        let mut finder = Finder {
            lines: &lines,
            sites: BTreeMap::new(),
            constants: Vec::new(),
        };
        finder.visit_file(&syn::parse_file(&text).expect("Rust"));
        let mut found: BTreeMap<(usize, usize), Vec<&Mutant>> = BTreeMap::new();
        for mutant in mutants.iter().filter(|mutant| mutant.file == file) {
            let start = lines.offset(mutant.span.start.line, mutant.span.start.column - 1);
            let end = lines.offset(mutant.span.end.line, mutant.span.end.column - 1);
            if finder
                .constants
                .iter()
                .any(|constant| constant.contains(&start))
            {
                continue;
            }
            let key = match mutant.genre.as_str() {
                "FnValue" => (start, usize::MAX - 2),
                "MatchArm" => (start, usize::MAX),
                "StructField" => (start, usize::MAX - 1),
                _ => (start, end),
            };
            if key.1 == usize::MAX - 2 {
                finder.sites.insert(key, (start..start, Site::Body));
            }
            found.entry(key).or_default().push(mutant);
        }
        // An arm's guard and its deletion are at one place.
        let mut places: BTreeMap<(usize, usize), Mutated<'_>> = BTreeMap::new();
        for (key, mutants) in &found {
            let Some((whole, site)) = finder.sites.get(key) else {
                continue;
            };
            number += 1;
            // What holds others comes before them, and a body before all that stands in it.
            let order = if matches!(site, Site::Body) {
                0
            } else {
                usize::MAX - whole.end
            };
            let place = (whole.start, order);
            let new = Mutated {
                number,
                whole: whole.clone(),
                site,
                mutants: Vec::new(),
            };
            places.entry(place).or_insert(new).mutants.extend(mutants);
        }
        let sites: Vec<Mutated<'_>> = places.into_values().collect();
        for id in sites
            .iter()
            .flat_map(|place| &place.mutants)
            .map(|mutant| mutant.id)
        {
            println!("{id}");
        }
        let writer = Writer {
            text: &text,
            sites: &sites,
        };
        std::fs::write(&path, writer.render(0..text.len(), &[])).expect("the file can be written");
    }
}
