import { ChevronDown } from 'lucide-react'

/** `id` is where a link can point. */
export type Question = { id: string; question: string; answer: string }

/** Questions, each of which opens its answer. */
export const Questions = ({ questions }: { questions: readonly Question[] }) => (
  <section aria-labelledby="questions-title">
    <h2 id="questions-title" className="mb-3 text-24 tracking-[-0.018em]">
      Questions and answers
    </h2>
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {questions.map(({ id, question, answer }) => (
        <details key={id} className="group">
          <summary className="flex min-h-12 list-none items-center gap-3 px-4 py-3 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
            <span className="flex-1">{question}</span>
            <ChevronDown size={20} aria-hidden className="shrink-0 text-ink-2 group-open:rotate-180" />
          </summary>
          <p id={id} className="scroll-mt-24 px-4 pb-4 text-ink-2">
            {answer}
          </p>
        </details>
      ))}
    </div>
  </section>
)
