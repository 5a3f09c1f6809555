import type { Page } from 'playwright-core';

/** Of text, for level AA of WCAG 2.2. */
const LEAST_CONTRAST = 4.5;

/** The contrast ratio of WCAG 2 of two colours as `rgb(…)`: from 1 for the same colour to 21 for black on white. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const channels = (colour.match(/[\d.]+/g) ?? []).map((channel) => Number(channel) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The texts of a page that do not stand out from what is behind them. */
export async function faintTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate<readonly (readonly [text: string, ink: string, ground: string])[]>(`(() => {
    const groundOf = (element) => {
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return [...document.body.querySelectorAll('*:not(script)')]
      .filter(hasText)
      .map((element) => [element.textContent.slice(0, 40), getComputedStyle(element).color, groundOf(element)]);
  })()`);
  if (texts.length < 20) throw new Error('The page has hardly any text.');
  return texts.filter(([, ink, ground]) => contrastOf(ink, ground) < LEAST_CONTRAST).map(([text]) => text);
}
