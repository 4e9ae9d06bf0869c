import type { ComponentProps } from 'react'
import { BOX, type FieldProps, useField } from './Field.tsx'

/** Multi-line input with its label; grows with its content. */
export function TextAreaField({
  label,
  error,
  hint,
  className = 'min-h-40',
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  const field = useField({ label, error, hint }, area.id)
  return field.surround(<textarea {...area} {...field.props} className={`${BOX} field-sizing-content ${className}`} />)
}
