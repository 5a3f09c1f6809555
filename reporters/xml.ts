import { visible } from './escape-controls.ts';

/** XML as text that is already escaped. */
export type Xml = string & { readonly xml: unique symbol };

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...children: readonly Xml[]): Xml {
  const opening = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeOf(String(value))}"`)];
  const content = children.join('');
  return (content === '' ? `<${opening.join(' ')}/>` : `<${opening.join(' ')}>${content}</${name}>`) as Xml;
}

/** One line each, so that people can read and compare the file. */
export function xmlLines(...elements: readonly Xml[]): Xml {
  return elements.map((part) => `\n${part}`).join('') as Xml;
}

/** XML does not allow most of the characters that are escaped here. */
export function xmlText(text: string): Xml {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`) as Xml;
}

function attributeOf(text: string): string {
  return xmlText(text).replaceAll('\n', '&#10;');
}
