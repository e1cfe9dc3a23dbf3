/** What a document is sent as. */
export const HTML = 'text/html; charset=utf-8'

/** `touchIcon`: what it is on a home screen. */
type Document = { title: string; about: string; files: string; body: string; touchIcon?: string }

/** The document around a page the server paints. */
export const documentOf = ({ title, about, files, body, touchIcon = '/icons/apple-touch.png' }: Document) => `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)} · Pritchel</title>
    ${about}
    <meta name="theme-color" content="#18212a" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0a0e12" media="(prefers-color-scheme: dark)" />
    <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="${touchIcon}" />
    <script src="/theme.js"></script>
    ${files}
  </head>
  <body>
    ${body}
  </body>
</html>
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What search engines and shared links show of a page. */
export function cardOf({ title, description, url, origin }: { title: string; description: string; url: string; origin: string }) {
  const said: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Pritchel'],
    ['og:locale', 'en_GB'],
    ['og:title', `${title} · Pritchel`],
    ['og:description', description],
    ['og:url', url],
    ['og:image', `${origin}/pictures/card.webp`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ]
  return [
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...said.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ')
}
