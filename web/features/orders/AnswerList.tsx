type Props = { answers?: readonly { label: string; answer: string }[] | undefined }

/** The answers of an item, each with its question; nothing without answers. */
export const AnswerList = ({ answers }: Props) =>
  answers && (
    <ul className="grid text-sm text-muted">
      {answers.map(({ label, answer }) => (
        <li key={label} className="whitespace-pre-line wrap-anywhere">
          {label}: <bdi className="text-ink">{answer}</bdi>
        </li>
      ))}
    </ul>
  )
