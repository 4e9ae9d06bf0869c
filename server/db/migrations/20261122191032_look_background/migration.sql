-- The color of the page was called `ground` in looks of earlier versions.
UPDATE looks SET look = look - 'ground' || jsonb_build_object('background', look->'ground') WHERE look ? 'ground';
