import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { shareClock, type Visitor, visitorIn } from '#testing/e2e.ts'

export type Profile = ReturnType<typeof makeProfile>
/** A Chromium of its own on a profile that outlives it. `kill` is a dead battery; `quit` lets it write down what it has. */
export type Running = Visitor & { kill: () => Promise<void>; quit: () => Promise<void> }

const AS_A_PERSON_HAS_IT = [
  '--no-first-run',
  '--password-store=basic',
  '--lang=en-GB',
  '--force-prefers-reduced-motion',
  '--window-size=1280,800',
]

/** A browser profile on the disk that can be opened, killed and opened again. `remove` it in the end, killing what still runs. */
export function makeProfile(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-profile-'))
  const processes = new Set<ChildProcess>()
  return {
    async open(): Promise<Running> {
      const args = [
        ...CHROMIUM_ARGS,
        ...AS_A_PERSON_HAS_IT,
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
        'about:blank',
      ]
      // A group of its own, so that nothing of it outlives a kill.
      const child = spawn(chromiumPath() ?? chromium.executablePath(), args, {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
        env: { ...process.env, TZ: 'Europe/London' },
      })
      processes.add(child)
      const browser = await chromium.connectOverCDP(await addressOf(child))
      const [context] = browser.contexts()
      const session = await browser.newBrowserCDPSession()
      // Else the app's worker may send what waits as soon as the browser is there, before the test watches.
      await session.send('Browser.setPermission', { permission: { name: 'background-sync' }, setting: 'denied' })
      if (!context) throw new Error('the browser has no profile')
      await shareClock(context)
      const ended = once(child, 'exit').then(() => processes.delete(child))
      return {
        ...(await visitorIn(context, url)),
        async kill() {
          end(child)
          await ended
        },
        async quit() {
          await session.send('Browser.close').catch(() => undefined)
          await ended
        },
      }
    },
    remove() {
      for (const child of processes) end(child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function end(child: ChildProcess) {
  if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
}

/* Read to the end of it, or the browser's next word would break its pipe. */
function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stderr ?? process.stdin })
  return new Promise((answer, failed) => {
    lines.on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (address) answer(address)
    })
    child.once('exit', () => failed(new Error('the browser ended before it could be spoken to')))
  })
}
