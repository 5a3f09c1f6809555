interface LabelledName {
  readonly label: string;
  readonly name: string;
}

/** The longest name that must be accepted, in UTF-16 units: the strictest of the usual ways to count characters. */
const LONGEST_NAME = 255;

/** Texts that must come back unchanged, each with as many alterations of one family as fit in. */
const FAMILIES: readonly { readonly label: string; readonly text: string }[] = [
  { label: 'quotes and backslashes', text: `"double" 'single' \`back\` \\n \\u0041 \\\\ \\" / \\` },
  { label: 'HTML', text: `<b>bold</b> <!-- x --> a < b > c & d &amp; &lt; &#39; &eacute;<br/>` },
  // Escapes that are not valid are elsewhere: many decoders leave a text with one of them alone.
  { label: 'percent and plus signs', text: `a+b %20 %2B %41 %C3%A9` },
  {
    label: 'code and templates',
    text: `\${x} {{y}} <%= z %> #{w} $1 {0} %s %d %n $(x) :name ? '' -- ; %_ %u0041 100% %zz`,
  },
  { label: 'scripts', text: `Zoë Łódź Žluť Ελλάδα Мурка חתול قطة बिल्ली แมว 猫貓ネコ 고양이 ድመት` },
  { label: 'emoji and rare characters', text: `🐈 🐈‍⬛ 👩‍👩‍👧‍👦 👍🏽 🇨🇭 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 𝒞𝒶𝓉 𠮷` },
  {
    label: 'composed, decomposed and compatibility forms',
    text: `\u00e9 e\u0301 n\u0303 a\u0323\u0307 \u212b \u2126 \ufb01 \u2460 \uff71 \u33a1 \u00bd \ud55c \u1112\u1161\u11ab`,
  },
  {
    label: 'invisible characters',
    text: `a\u200bb c\u200cd e\u200df g\u00adh i\u2060j k\ufefflm \u200en\u200f \u202eo\u202c \u2066p\u2069 q\u034fr \u180e`,
  },
  { label: 'letters without a simple case', text: `Straße ẞ İstanbul ıI ﬁﬂ ΣΊΣΥΦΟΣς ſ ǅ ŉ \u212a mIxEd` },
  { label: 'typographic characters', text: `‘single’ “double” «x» – — … • ™ € œ Ž \u00d7 Ã© \ufffd \ue000` },
];

/**
 * Names that must be accepted and returned unchanged.
 * A name without the mark is one whose point is the whole text: a server that reads it as something else changes it.
 */
export function cornerNames(mark: string): readonly LabelledName[] {
  return [
    ...FAMILIES.map(({ label, text }) => ({ label, name: `${mark} ${text}` })),
    { label: 'spaces around and doubled', name: `  ${mark}  two   three  ` },
    {
      label: 'other white space around and inside',
      name: `\u00a0${mark}\u00a0\u1680\u2003\u2009\u202f\u205f\u3000\u2028line\u2029paragraph\u3000\u2003\u00a0`,
    },
    { label: 'paths', name: `../../${mark}/./..\\..\\C:\\pets\\x.txt//~/file:///x?a=b#c` },
    { label: 'spreadsheet formula', name: `=1+1 ${mark},@x;-2` },
    { label: 'JSON text', name: `{"name":"${mark}","categoryId":1}` },
    { label: '255 ASCII characters', name: `${mark} `.padEnd(LONGEST_NAME, 'abcdefghij') },
    { label: '255 characters of three bytes', name: `${mark} `.padEnd(LONGEST_NAME, '猫の名前') },
    { label: 'leading zeros', name: '007' },
    { label: 'date', name: '2024-02-29' },
    { label: 'number with an exponent', name: '1.50e3' },
    { label: 'null', name: 'null' },
    { label: 'name of a built-in property', name: '__proto__' },
  ];
}

/** Most of the above in as few names as hold them, for a target where every further pet counts. */
export function denseNames(mark: string): readonly LabelledName[] {
  const packed: LabelledName[] = [];
  for (const { label, text } of FAMILIES) {
    const last = packed.at(-1);
    const joined = `${last?.name} ${text}`;
    if (last && joined.length <= LONGEST_NAME) packed.splice(-1, 1, { label: `${last.label}, ${label}`, name: joined });
    else packed.push({ label, name: `${mark} ${text}` });
  }
  const around = `  ${mark}  two   three \u1680\u2003\u2009\u202f\u205f\u2028line\u2029paragraph `;
  return [
    ...packed,
    {
      label: 'white space in and around 255 characters',
      name: `${around.padEnd(LONGEST_NAME - 3, '猫の名前')} \u00a0\u3000`,
    },
    { label: 'leading zeros', name: '007' },
    { label: 'null', name: 'null' },
  ];
}

/** The refusable names that an observation asks for, and NUL, which real servers cut at or crash on. */
const FEW_REFUSABLE = ['NUL inside', 'control characters inside', '10,000 characters', 'blank', 'empty'];

export function denseRefusableNames(mark: string): readonly LabelledName[] {
  return refusableNames(mark).filter(({ label }) => FEW_REFUSABLE.includes(label));
}

/** Names that may be refused with 4xx, but that must be kept exactly where they are accepted. */
export function refusableNames(mark: string): readonly LabelledName[] {
  return [
    { label: 'NUL inside', name: `${mark} a\u0000b` },
    { label: 'control characters inside', name: `${mark} \u0001\b\f\u001b[31m\u007f\u0085\u009f x` },
    { label: 'tab and line breaks inside', name: `${mark}\ttab\nline\r\nline\rend` },
    { label: 'newline at the end', name: `${mark} line\n` },
    { label: '256 characters', name: `${mark} `.padEnd(256, 'abcdefghij') },
    { label: '10,000 characters', name: `${mark} `.padEnd(10_000, 'abcdefghij') },
    { label: 'blank', name: '   ' },
    { label: 'empty', name: '' },
  ];
}
