// A real Valhalla with the drawn map, behind HTTP as its own service has it. Argument: a folder for its tiles. Prints its port.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Actor, getConfig } from '@valhallajs/valhallajs'

const folder = process.argv[2]
const here = dirname(fileURLToPath(import.meta.url))
const tool = join(here, 'node_modules/@valhallajs/valhallajs', process.platform, process.arch, 'valhalla_build_tiles')
const tileDir = join(folder, 'tiles')
mkdirSync(tileDir, { recursive: true })
const config = await getConfig({ tileDir, tileExtract: join(folder, 'none.tar') })
writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
execFileSync('osmium', ['cat', '--overwrite', '-o', join(folder, 'drawn.osm.pbf'), join(here, 'drawn.osm')], { stdio: 'ignore' })
// It writes what it notices beside where it runs.
execFileSync(tool, ['-c', join(folder, 'config.json'), join(folder, 'drawn.osm.pbf')], { stdio: 'ignore', cwd: folder })
const actor = new Actor(config)

/** The library tells what was wrong, but not by which code; its service says 400 and a code. */
const refused = (error) => [400, { error_code: 199, error: String(error.message), status_code: 400, status: 'Bad Request' }]

createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const path = new URL(request.url, 'http://here').pathname
  const [status, body] =
    path === '/status'
      ? [200, await actor.status({})]
      : path === '/sources_to_targets'
        ? await actor.matrix(JSON.parse(text)).then((answer) => [200, answer], refused)
        : [404, { error_code: 106, error: 'Try any of: /status /sources_to_targets', status_code: 404, status: 'Not Found' }]
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`)
})
