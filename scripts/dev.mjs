// Hot reload: Vite serves the browser's code and passes the rest to our server, which starts again when one of its files changes.
import { spawn } from 'node:child_process'
import { onNode24 } from './bootstrap.mjs'

await onNode24(import.meta.url)
const { buildIfNeeded } = await import('./build.mjs')
const { LONG_PATHS } = await import('../src/lib/short-links.ts')
const { createServer } = await import('vite')

buildIfNeeded() // server-rendered pages come from the build
const port = Number(process.env.PORT ?? 3000)
const origin = process.env.PRITCHEL_ORIGIN ?? `http://localhost:${port}`
const behind = `http://localhost:${port + 1}`
const server = spawn('node', ['--watch', '--watch-preserve-output', 'src/app/server.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port + 1), PRITCHEL_ORIGIN: origin },
})
const vite = await createServer({
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/call-status', '/visit', ...Object.keys(LONG_PATHS).map((letter) => `/${letter}/`)].map((path) => [
        path,
        { target: behind },
      ]),
    ),
  },
})
await vite.listen()
console.log(`Pritchel is at ${origin} and follows your changes`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
server.once('exit', stop)

async function stop() {
  server.kill('SIGTERM')
  await vite.close()
  if (server.exitCode === null && server.signalCode === null) await new Promise((done) => server.once('exit', done))
  process.exit(0)
}
