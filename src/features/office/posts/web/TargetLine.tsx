import { ExternalLink } from 'lucide-react'
import type { PostAnswer, Target } from '#features/office/posts/contract.ts'
import { ANSWERS_TO } from '#features/office/posts/rules.ts'
import { answerFor } from '#features/office/posts/web/data.ts'
import { answerWords, STATES } from '#features/office/posts/web/target-words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { postId: string; network: { id: string; name: string }; target: Target; mayAnswer: boolean }

/** How a post stands at a network: its state, its link, why, and what a person can say about it. */
export function TargetLine({ postId, network, target: { state, url, sentence }, mayAnswer }: Props) {
  const { word, tone } = STATES[state]
  const answers = mayAnswer ? (ANSWERS_TO[state] ?? []) : []
  const isUp = url !== null && state !== 'down'
  return (
    <li className="grid gap-1.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b>{network.name}</b>
        <Badge tone={tone}>{word}</Badge>
      </span>
      {sentence && <span className="text-14 text-ink-2 [overflow-wrap:anywhere]">{sentence}</span>}
      {(isUp || answers.length > 0) && (
        <span className="flex flex-wrap gap-2">
          {isUp && (
            <LinkButton size="sm" icon={ExternalLink} href={url} target="_blank" rel="noreferrer" aria-label={`See it, ${network.name}`}>
              See it
            </LinkButton>
          )}
          {answers.map((answer) => (
            <Button
              key={answer}
              size="sm"
              {...(answer === 'leave' && { variant: 'quiet' })}
              aria-label={`${answerWords(answer, state)}, ${network.name}`}
              onClick={() => say(postId, network.id, answer)}
            >
              {answerWords(answer, state)}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}

const say = (postId: string, network: string, answer: PostAnswer) =>
  answerFor(postId, network, answer).catch((error: unknown) =>
    toast({ variant: 'destructive', title: 'Not done', description: sentenceOf(error) }),
  )
