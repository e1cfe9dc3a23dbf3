import type { App } from '#platform/server/http/http.ts'

const A_DAY = { 'cache-control': 'public, max-age=86400' }

/** What search engines receive: the public pages by their own addresses, and the paths not to crawl. All else sends `noindex` itself. */
export function serveSitemap(app: App, paths: readonly string[]) {
  const { origin } = app.setup
  const addresses = paths.map((path) => `${origin}${path === '/landing' ? '/' : path}`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  const robots = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').headers(A_DAY).send(sitemap),
  )
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').headers(A_DAY).send(robots),
  )
}
