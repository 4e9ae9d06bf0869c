-- No statements: by it an older version leaves choice_changed() and family_changed() as they are now.
SELECT 1;
