SECRET_KEY = 'only for tests'
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}}
INSTALLED_APPS = ['shop']
USE_TZ = True
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
