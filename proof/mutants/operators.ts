export type Syntax = 'js' | 'python' | 'go' | 'php' | 'ruby' | 'java';

/** A small mistake in one line: what it looks like in the source, and what becomes of it. */
export interface Operator {
  readonly name: string;
  /** All but JavaScript unless given: Stryker has most operators for it. */
  readonly syntaxes?: readonly Syntax[];
  /** Whether it is about what is inside quotation marks, outside of them, or about whole lines. */
  readonly place: 'code' | 'text' | 'line';
  readonly pattern: RegExp;
  /** `$1` is a group of the pattern. */
  readonly replacements: readonly string[];
}

const EVERY: readonly Syntax[] = ['js', 'python', 'go', 'php', 'ruby', 'java'];
const BRACES: readonly Syntax[] = ['go', 'php', 'java'];

const code = (name: string, pattern: RegExp, replacements: readonly string[], syntaxes?: readonly Syntax[]) =>
  ({ name, place: 'code', pattern, replacements, ...(syntaxes && { syntaxes }) }) satisfies Operator;
const text = (name: string, pattern: RegExp, replacements: readonly string[], syntaxes?: readonly Syntax[]) =>
  ({ name, place: 'text', pattern, replacements, ...(syntaxes && { syntaxes }) }) satisfies Operator;
const line = (name: string, pattern: RegExp, replacements: readonly string[], syntaxes?: readonly Syntax[]) =>
  ({ name, place: 'line', pattern, replacements, ...(syntaxes && { syntaxes }) }) satisfies Operator;

export const OPERATORS: readonly Operator[] = [
  code('relational', / (===?) /g, [' != ']),
  code('relational', / (!==?) /g, [' == ']),
  code('relational', / < (?!-)/g, [' <= ', ' >= ']),
  code('relational', / <= /g, [' < ']),
  code('relational', / > /g, [' >= ', ' <= ']),
  code('relational', / >= /g, [' > ']),
  code('relational', / is not /g, [' is '], ['python']),
  code('relational', / is (?!not)/g, [' is not '], ['python']),
  code('relational', / not in /g, [' in '], ['python']),
  code('logical', / and /g, [' or '], ['python']),
  code('logical', / or /g, [' and '], ['python']),
  code('logical', / && /g, [' || '], [...BRACES, 'ruby']),
  code('logical', / \|\| /g, [' && '], [...BRACES, 'ruby']),
  code('logical', / (\?\?) /g, [' && '], ['php']),
  code('negation', /\bnot (?!in)/g, [''], ['python']),
  code('negation', /!(?=[\w$(])/g, [''], [...BRACES, 'ruby']),
  code('negation', / unless /g, [' if '], ['ruby']),
  line('negation', /^(\s*(?:el)?if )(.+):$/, ['$1not ($2):'], ['python']),
  line('negation', /^(\s*if )((?:[^;{]*; )?)([^;]+) \{$/, ['$1$2!($3) {'], ['go']),
  line('negation', /^(.*\bif )\((.+)\)( \{| .*;)$/, ['$1(!($2))$3'], ['php', 'java']),
  line('branch', /^(\s*(?:el)?if )(.+):$/, ['$1True or ($2):', '$1False and ($2):'], ['python']),
  line('branch', /^(\s*if )((?:[^;{]*; )?)([^;]+) \{$/, ['$1$2true || ($3) {', '$1$2false && ($3) {'], ['go']),
  line('branch', /^(.*\bif )\((.+)\)( \{| .*;)$/, ['$1(true || ($2))$3', '$1(false && ($2))$3'], ['php', 'java']),
  line('branch', /^(.+ (?:if|unless) )(.+)$/, ['$1true || ($2)', '$1false && ($2)'], ['ruby']),
  code('branch', / \? (?=.+ : )/g, [' || true ? ', ' && false ? '], ['php', 'java']),
  code('branch', / if (.+?) else /g, [' if True or ($1) else ', ' if False and ($1) else '], ['python']),
  code('constant', /(?<![\w.$@])(?![45]0\d\b|20[01]\b)(\d+)\b(?![.\w])/g, ['($1 + 1)', '($1 - 1)'], EVERY),
  code('constant', /(?<![\w.])(\d+)n\b/g, ['($1n + 1n)', '($1n - 1n)'], ['js']),
  code('constant', /(?<![\w.])(1_000_000)\b/g, ['1_000'], ['js']),
  code('literal', /\bTrue\b/g, ['False'], ['python']),
  code('literal', /\bFalse\b/g, ['True'], ['python']),
  code('literal', /\btrue\b/g, ['false'], [...BRACES, 'ruby']),
  code('literal', /\bfalse\b/g, ['true'], [...BRACES, 'ruby']),
  text('literal', /(?<=["'`])[^"'`]+(?=["'`])/g, ['']),
  text('literal', /(?<=["'])[a-z]\w+(?=["'])/g, ['mutated']),
  text('pattern', /(?<=\{1,)(\d+)(?=\})/g, ['1', '99'], ['python', 'js']),
  code('pattern', /(?<=\{\d,)(\d+)(?=\})/g, ['1', '99'], ['js']),
  code('pattern', /\bre\.fullmatch\b/g, ['re.match', 're.search'], ['python']),
  code('pattern', /\\A|\\z/g, [''], ['ruby']),
  line(
    'statement',
    /^(\s+)(?!return\b|def |class |@|if |elif |else|for |with |try|except|\)).+[^:({[,]$/,
    ['$1pass'],
    ['python'],
  ),
  line('statement', /^(\t+)(?!return\b|if |for |var |case |func )[\w.]+[(=. ].*[^{(,]$/, ['$1'], ['go']),
  line('statement', /^(\s+)(?!return\b|static |final |public |private |@)[\w$.>[-].*;$/, ['$1'], ['php', 'java']),
  line('statement', /^(\s+)(?!return |get |post |def |set |error|not_found)[a-z].*[^o|]$/, ['$1nil'], ['ruby']),
  code('statement', /\bthrow new\b/g, ['new'], ['php']),
  code('statement', /\braise (?=\w)/g, [''], ['python']),
  code('statement', /\breturn (?=[\w$([{"'])/g, ['return None and '], ['python']),
  code('call', /\.[a-z]\w*\(\)/g, [''], EVERY),
  code('call', /(?<![\w.$>])(?!if\b|for\b|func\b|catch\b)[a-zA-Z_][\w.]*\(([\w$.]+)\)/g, ['$1'], EVERY),
  line('field', /^(.*?)(["'][a-zA-Z]+["']\s*(?::|=>)\s*[^,{}[\]]+, )(.*)$/, ['$1$3'], ['python', 'php', 'ruby']),
  line('field', /^(.*)(, ["'][a-zA-Z]+["']\s*(?::|=>)\s*[^,{}[\]]+)([\])}].*)$/, ['$1$3'], ['python', 'php']),
  line('field', /^(.*json:")(\w+)(.*)$/, ['$1x$2$3'], ['go']),
  code('field', /\.category_?[iI]d\b/g, ['.id'], ['python', 'java', 'js']),
  code('field', /\.name\b/g, ['.status'], ['python', 'java', 'js']),
  code('await', /\bawait /g, [''], ['js', 'python']),
  code('arguments', /\(([\w$.]+), ([\w$.]+)\)/g, ['($2, $1)'], EVERY),
  code('arguments', /\(([\w$.]+), ([\w$.]+), /g, ['($2, $1, '], EVERY),
  code('status', /(?<![\w.])200\b/g, ['201', '204'], EVERY),
  code('status', /(?<![\w.])201\b/g, ['200', '202'], EVERY),
  code('status', /(?<![\w.])400\b(?!:)/g, ['422', '500'], EVERY),
  code('status', /(?<![\w.])401\b(?!:)/g, ['403', '400'], EVERY),
  code('status', /(?<![\w.])404\b(?!:)/g, ['400', '200'], EVERY),
  code('status', /\bhttp\.StatusOK\b/g, ['http.StatusCreated'], ['go']),
  code('status', /\bhttp\.StatusCreated\b/g, ['http.StatusOK'], ['go']),
  code('status', /\bhttp\.StatusUnauthorized\b/g, ['http.StatusForbidden'], ['go']),
  code('status', /\bhttp\.StatusNotFound\b/g, ['http.StatusBadRequest'], ['go']),
  code('status', /\bhttp\.StatusBadRequest\b/g, ['http.StatusUnprocessableEntity'], ['go']),
  code('slice', /\[:(\w+)\]/g, ['[$1:]', '[:$1 + 1]', ''], ['python']),
  code('slice', /\.slice\(([^()]*(?:\([^()]*\))?)\)/g, ['.slice(0, 20)', '.slice(1)'], ['js']),
  code('slice', /\.limit\((.+)\)(?=\)|\.toList)/g, [''], ['python', 'java']),
  text('query', / WHERE .+?(?= ORDER BY| LIMIT|["'`])/g, [''], EVERY),
  text('query', / ORDER BY id/g, ['', ' ORDER BY id DESC', ' ORDER BY name'], EVERY),
  text('query', / LIMIT [?$]\d/g, [' LIMIT 20'], EVERY),
  text('query', /(?<=status) = (?=[?$])/g, [' <> ', ' LIKE '], EVERY),
  text('query', /(?<=id) = (?=[?$])/g, [' >= ', ' <> '], EVERY),
  text('query', / RETURNING \*/g, [''], EVERY),
  code('query', /\.order_by\([^()]*\)/g, [''], ['python']),
  code('query', /\.where\(([^()]*)\)/g, [''], ['python']),
  code('query', /\.filter\([^()]*\)/g, ['.all()'], ['python']),
];

export const operatorsFor = (syntax: Syntax): readonly Operator[] =>
  OPERATORS.filter(({ syntaxes }) => syntaxes?.includes(syntax) ?? syntax !== 'js');
