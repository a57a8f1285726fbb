/** /outbox for people, /outbox.json for tests. */

import type { FastifyInstance } from 'fastify';
import type { Mail, Outbox } from './outbox.ts';

export function registerOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.get('/outbox.json', async (request) => ({ mails: outbox.list(recipient(request.url)) }));
  app.get('/outbox', async (request, reply) => reply.type('text/html; charset=utf-8').send(page(outbox.list(recipient(request.url)))));
  app.delete('/outbox', async (_request, reply) => {
    outbox.clear();
    return reply.code(204).send();
  });
}

const recipient = (url: string) => new URLSearchParams(url.split('?')[1] ?? '').get('to');

function page(mails: Mail[]): string {
  const list = mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox (sandbox)</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1a1a1a; }
article { border: 1px solid #767676; border-radius: 6px; margin: 1rem 0; padding: 1rem; }
h2 { margin: 0 0 .25rem; font-size: 1.1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { border: 1px solid #767676; width: 100%; height: 24rem; background: #fff; }
</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>Mail that the application sent to this sandbox, the newest first. Nothing left this machine.</p>
${list}
</main>
</body>
</html>`;
}

function article(mail: Mail): string {
  const markup = mail.html
    ? `<details><summary>As formatted mail</summary><iframe sandbox title="Mail ${mail.id}" srcdoc="${escapeHtml(mail.html)}"></iframe></details>`
    : '';
  const links = mail.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('');
  return `<article id="mail-${mail.id}">
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to.join(', '))} from ${escapeHtml(mail.from)}, <time datetime="${mail.received_at}">${mail.received_at}</time></p>
<pre>${escapeHtml(mail.text)}</pre>
${links ? `<ul>${links}</ul>` : ''}
${markup}
</article>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
