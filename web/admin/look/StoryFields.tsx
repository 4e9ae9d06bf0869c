import { LOOK_STORY } from '#web/texts/admin-look.ts'
import { LookPhotoField } from './LookPhotoField.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The photo beside the story. */
export const StoryFields = ({ draft: { look, uploads, change } }: { draft: LookDraft }) => (
  <LookSection title={LOOK_STORY.title} about={LOOK_STORY.about}>
    <LookPhotoField
      label={LOOK_STORY.title}
      photo={look.storyPhoto}
      slot="story"
      uploads={uploads}
      onChange={(storyPhoto) => change({ storyPhoto })}
    />
  </LookSection>
)
