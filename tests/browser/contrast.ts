import type { Page } from 'playwright-core';

/** Of text, for level AA of WCAG 2.2. */
export const LEAST_CONTRAST = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

/** Of `#rrggbb` or of `rgb(…)`, each from 0 to 255. */
export function channelsOf(colour: string): Channels {
  const numbers = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = numbers;
  return [red, green, blue];
}

/** The contrast ratio of WCAG 2: from 1 for the same colour to 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Every text in a page, with its colour and that of what is behind it. */
export async function inksOn(page: Page): Promise<readonly (readonly [text: string, ink: string, ground: string])[]> {
  return page.evaluate(`(() => {
    const groundOf = (element) => {
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('script') && hasText(element))
      .map((element) => {
        const { color, fill } = getComputedStyle(element);
        return [element.textContent.slice(0, 40), element.namespaceURI.endsWith('svg') ? fill : color, groundOf(element)];
      });
  })()`);
}
