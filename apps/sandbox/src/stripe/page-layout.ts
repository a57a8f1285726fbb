/** The looks of the hosted pages: plain HTML and one style sheet, no scripts. */

/** Markup that is safe to put into a page. Only `html` makes it. */
export type Markup = { readonly markup: string };

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

type Part = string | number | Markup | readonly Markup[] | undefined | false;

function show(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map((one) => one.markup).join('');
}

/** Everything put in is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: strings.reduce((whole, string, place) => whole + string + show(parts[place]), '') };
}

const style = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #f6f8fa; }
* { box-sizing: border-box; }
body { margin: 0; }
.ribbon { background: #0a2540; color: #fff; text-align: center; padding: .4rem 1rem; font-size: .85rem; }
main { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); align-items: start; }
section { background: #fff; border: 1px solid #dfe5ec; border-radius: .6rem; padding: 1.5rem; }
section > p:first-child { margin-top: 0; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; } h2 { font-size: 1.05rem; margin: 0 0 .8rem; }
form { margin-top: 1rem; } td form { margin: 0; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .45rem 0; border-bottom: 1px solid #edf0f4; vertical-align: top; }
td:last-child, th:last-child { text-align: right; } tfoot td { font-weight: 600; border: 0; }
small, .quiet { color: #4f5b76; }
label { display: block; font-weight: 600; margin: .8rem 0 .25rem; }
input { width: 100%; font: inherit; padding: .55rem .7rem; border: 1px solid #8792a2; border-radius: .4rem; background: #fff; color: inherit; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem; }
.inline { display: flex; gap: .5rem; align-items: end; } .inline > div { flex: 1; }
button, .button { font: inherit; font-weight: 600; padding: .6rem 1rem; border: 1px solid transparent; border-radius: .4rem; background: #4b3fd1; color: #fff; cursor: pointer; text-decoration: none; display: inline-block; }
button.wide { width: 100%; margin-top: 1.2rem; } button.plain, .button.plain { background: #fff; color: #1a1f36; border-color: #8792a2; }
button:focus-visible, input:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid #7a73ff; outline-offset: 2px; }
a { color: #3d2fc0; }
.alert { border-left: 4px solid #b3093c; background: #fff0f3; color: #7a0529; padding: .7rem 1rem; border-radius: .3rem; margin: 0 0 1rem; }
.note { border-left: 4px solid #0e6245; background: #eefbf4; padding: .7rem 1rem; border-radius: .3rem; margin: 0 0 1rem; }
details { margin-top: 1rem; } code { font-size: .9em; }
`;

export function page(title: string, content: Markup): string {
  return `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${{ markup: style }}
        </style>
      </head>
      <body>
        <div class="ribbon" role="note">Payment sandbox: no real money. Use test cards only.</div>
        ${content}
      </body>
    </html>`.markup
  }`;
}

export function alertBox(text: string | undefined): Markup {
  return text === undefined ? html`` : html`<p class="alert" role="alert">${text}</p>`;
}

/** The fields of a card, with what was typed before except the secrets. */
export function cardFields(typed: { name?: string; email?: string }, asksEmail: boolean): Markup {
  return html`${
      asksEmail &&
      html`<label for="email">Email</label
        ><input id="email" name="email" type="email" autocomplete="email" required value="${typed.email ?? ''}" />`
    }
    <label for="number">Card number</label>
    <input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required />
    <div class="row">
      <div>
        <label for="expiry">Expiry (MM/YY)</label>
        <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="12/34" required />
      </div>
      <div>
        <label for="cvc">Security code (CVC)</label>
        <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" required />
      </div>
    </div>
    <label for="name">Name on card</label>
    <input id="name" name="name" autocomplete="cc-name" required value="${typed.name ?? ''}" />
    <details>
      <summary>Test card numbers</summary>
      <table>
        <tbody>
          <tr>
            <td><code>4242 4242 4242 4242</code></td>
            <td>succeeds</td>
          </tr>
          <tr>
            <td><code>4000 0000 0000 0002</code></td>
            <td>is declined</td>
          </tr>
          <tr>
            <td><code>4000 0000 0000 9995</code></td>
            <td>insufficient funds</td>
          </tr>
          <tr>
            <td><code>4000 0025 0000 3155</code></td>
            <td>asks for confirmation once</td>
          </tr>
          <tr>
            <td><code>4000 0000 0000 0341</code></td>
            <td>can be saved, every charge fails</td>
          </tr>
        </tbody>
      </table>
    </details>`;
}
