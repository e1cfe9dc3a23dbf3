import { THEMES, useTheme } from '#app/frame/theme.ts'
import type { Examples } from '#ui/examples.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Toaster } from '#ui/Toaster.tsx'

const modules = import.meta.glob<{ examples: Examples }>('/src/ui/*.examples.tsx', { eager: true })
const all = Object.values(modules)
  .map((module) => module.examples)
  .sort((a, b) => a.name.localeCompare(b.name))

/** Every component in every state, in development builds only. */
export function WorkshopPage() {
  const [theme, setTheme] = useTheme()
  return (
    <main className="mx-auto grid max-w-[1280px] gap-6 px-4 py-6">
      <PageHeader
        title="Pritchel components"
        subtitle="Public Sans, 4 px grid, radius 10, one ember action in a view"
        actions={<Segmented label="Theme" value={theme} onChange={setTheme} options={THEMES} />}
      />
      <div className="gap-4 *:mb-4 *:break-inside-avoid md:columns-2">
        {all.map((examples) => (
          <ExampleCard key={examples.name} examples={examples} />
        ))}
      </div>
      <Toaster />
    </main>
  )
}

const ExampleCard = ({ examples }: { examples: Examples }) => (
  <section aria-label={examples.name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-4">
    <h2>{examples.name}</h2>
    {examples.states.map((state) => (
      <div key={state.title} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="text-14 text-ink-2">{state.title}</p>
        <div>{state.render()}</div>
      </div>
    ))}
  </section>
)
