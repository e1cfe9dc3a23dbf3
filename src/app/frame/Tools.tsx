import { Fragment, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { isCurrent, topBarTools } from '#app/frame/nav.ts'

const TOOL =
  'group relative grid size-10 place-items-center rounded-lg text-on-forge-2 no-underline hover:bg-forge-2 hover:text-on-forge ' +
  'aria-[current]:text-on-forge aria-[current]:after:absolute aria-[current]:after:inset-x-2 aria-[current]:after:-bottom-2 ' +
  'aria-[current]:after:h-[3px] aria-[current]:after:rounded-t-[3px] aria-[current]:after:bg-ember-hot'
/* The name is always there to be read aloud; it is seen under the pointer and the focus. */
const NAME =
  'pointer-events-none absolute top-full z-10 mt-1 rounded-sm bg-forge-2 px-2 py-1 text-14 font-medium whitespace-nowrap text-on-forge opacity-0 ' +
  'shadow-pop group-hover:opacity-100 group-focus-visible:opacity-100'

/** Round, Messages with its count and Money, as icons in the desktop bar. */
export function Tools() {
  const [location] = useLocation()
  return (
    <nav aria-label="Shortcuts" className="hidden md:block">
      <ul className="flex">
        {topBarTools().map(({ For = Fragment, ...entry }) => (
          <Suspense key={entry.path}>
            <For>
              <li>
                <Link href={entry.path} aria-current={isCurrent(entry, location) ? 'page' : undefined} className={TOOL}>
                  <entry.icon size={22} aria-hidden />
                  <span className={NAME}>{entry.label}</span>
                  {entry.Waiting && (
                    <span className="absolute -top-0.5 -right-1">
                      <Suspense>
                        <entry.Waiting />
                      </Suspense>
                    </span>
                  )}
                </Link>
              </li>
            </For>
          </Suspense>
        ))}
      </ul>
    </nav>
  )
}
