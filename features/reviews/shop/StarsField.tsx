import { useState } from 'react'
import { WRITE_REVIEWS } from './written-texts.ts'

type Props = { name: string; defaultValue: string; error?: string | undefined }

/** One to five stars, as radio buttons in a row. */
export function StarsField({ name, defaultValue, error }: Props) {
  const [stars, setStars] = useState(Number(defaultValue))
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">{WRITE_REVIEWS.stars}</legend>
      <div className="-ml-1.5 flex flex-wrap items-center">
        {WRITE_REVIEWS.starWords.map((word, at) => (
          <label
            key={word}
            className="grid size-11 cursor-pointer place-items-center rounded-md text-3xl leading-none text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={at + 1}
              checked={stars === at + 1}
              onChange={() => setStars(at + 1)}
              aria-invalid={error ? true : undefined}
              aria-label={WRITE_REVIEWS.starsOf(at + 1, word)}
              className="sr-only"
            />
            <span aria-hidden="true">{at < stars ? '★' : '☆'}</span>
          </label>
        ))}
        <span aria-hidden="true" className="pl-2 text-muted">
          {WRITE_REVIEWS.starWords[stars - 1]}
        </span>
      </div>
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
    </fieldset>
  )
}
