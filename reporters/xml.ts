import { visible } from './escape-controls.ts';

/** XML as text that is already escaped. */
export type Xml = string & { readonly xml: unique symbol };

export type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...children: readonly Xml[]): Xml {
  const opening = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeOf(String(value))}"`)];
  const content = children.join('');
  return (content === '' ? `<${opening.join(' ')}/>` : `<${opening.join(' ')}>${content}</${name}>`) as Xml;
}

/** A line for each of them, so that the file can be read and compared. */
export function lines(...elements: readonly Xml[]): Xml {
  return elements.map((part) => `\n${part}`).join('') as Xml;
}

/** What is visible is allowed in XML too; what is not exists as an escape of ours. */
export function textOf(text: string): Xml {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`) as Xml;
}

function attributeOf(text: string): string {
  return textOf(text).replaceAll('\n', '&#10;');
}
